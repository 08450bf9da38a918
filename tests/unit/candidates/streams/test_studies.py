import optuna
import pytest
from optuna.samplers import (
    CmaEsSampler,
    GPSampler,
    NSGAIIISampler,
    NSGAIISampler,
    PartialFixedSampler,
    RandomSampler,
    TPESampler,
)

from nearbest.candidates.streams import studies
from nearbest.candidates.streams.studies import quiet, sign_of, study_for
from nearbest.errors import InvalidInput, MissingExtra


class TestStudyFor:
    def test_by_default_tpe_with_the_seed_of_the_run(self):
        asked = [study_for(seed).ask() for seed in (0, 0, 1)]
        assert isinstance(asked[0].study.sampler, TPESampler)
        first, again, other = (trial.suggest_float("x", 0, 1) for trial in asked)
        assert first == again != other

    def test_a_sampler_of_the_users_own(self):
        sampler = RandomSampler()
        assert study_for(0, sampler).sampler is sampler

    def test_a_study_of_the_users_own(self):
        study = optuna.create_study()
        assert study_for(0, study=study) is study

    @pytest.mark.filterwarnings("ignore:NSGAIIISampler is experimental")
    @pytest.mark.parametrize("sampler", [NSGAIISampler, NSGAIIISampler])
    def test_samplers_of_several_scores_are_refused(self, sampler):
        match = f"got {sampler.__name__}, which weighs several"
        with pytest.raises(InvalidInput, match=match):
            study_for(0, sampler())
        with pytest.raises(InvalidInput, match=match):
            study_for(0, study=optuna.create_study(sampler=sampler()))

    @pytest.mark.filterwarnings("ignore:PartialFixedSampler is experimental")
    def test_a_sampler_inside_another_is_looked_at(self):
        outer = PartialFixedSampler({"x": 1.0}, NSGAIISampler())
        with pytest.raises(InvalidInput, match="got NSGAIISampler, which weighs several"):
            study_for(0, outer)

    @pytest.mark.parametrize(
        ("sampler", "package"), [(CmaEsSampler, "cmaes"), (GPSampler, "torch")]
    )
    def test_what_a_sampler_needs_is_missing(self, sampler, package, monkeypatch):
        """It would fail in the middle of the search, after some proposals at random."""
        monkeypatch.setattr(studies, "find_spec", lambda name: None)
        match = f"`sampler` {sampler.__name__} needs the package {package}; `pip install"
        with pytest.raises(MissingExtra, match=match):
            study_for(0, sampler())

    def test_names_are_refused(self):
        with pytest.raises(InvalidInput, match=r"one of optuna\.samplers; got 'tpe'"):
            study_for(0, "tpe")

    def test_what_is_no_study_is_refused(self):
        with pytest.raises(InvalidInput, match=r"`study` must be an optuna\.Study; got 'mine'"):
            study_for(0, study="mine")

    def test_two_samplers_are_refused(self):
        with pytest.raises(InvalidInput, match="must be left out with a `study`"):
            study_for(0, TPESampler(), optuna.create_study())

    def test_several_directions_are_refused(self):
        study = optuna.create_study(directions=["maximize", "minimize"])
        with pytest.raises(InvalidInput, match="must have one direction; got 2"):
            study_for(0, study=study)


class TestSign:
    def test_scores_as_they_are(self):
        assert sign_of(optuna.create_study(direction="maximize"), is_loss=True) == 1

    def test_a_loss_may_be_minimised(self):
        assert sign_of(optuna.create_study(direction="minimize"), is_loss=True) == -1

    def test_a_score_may_not(self):
        with pytest.raises(InvalidInput, match="direction='maximize'"):
            sign_of(optuna.create_study(direction="minimize"), is_loss=False)


def test_optuna_is_as_loud_as_before_afterwards():
    before = optuna.logging.get_verbosity()
    with quiet():
        assert optuna.logging.get_verbosity() == optuna.logging.ERROR
    assert optuna.logging.get_verbosity() == before
