"""What settings.json says of a run: one value, with one reader and one writer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from typing import Any

from nearbest.arguments import is_whole
from nearbest.candidates import fingerprint
from nearbest.candidates.parameters import plain_values, telling_parameters
from nearbest.data.drawn import Drawn
from nearbest.probing.metrics.identity import identity_of
from nearbest.race.plan import Arriving, Plan
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.stop_at import FORMER_RULES, STOP_AT, StopAt
from nearbest.race.strategies import bounds_named, describe_bounds
from nearbest.running.problem.problem import Problem
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.proposal import Proposal
from nearbest.running.settings import KEPT, Settings

#: What the file must have, and of which type.
NEEDED: Mapping[str, type | tuple[type, ...]] = {
    "candidates": dict,
    "parameters": dict,
    "sizes": list,
    "batches": list,
    "n_test": int,
    "epsilon": (int, float),
    "delta": (int, float),
    "bounds": dict,
    "cost": str,
    "exchangeable": bool,
    "seed": int,
}

#: Settings that the file calls otherwise, as it has what became of them.
WRITTEN_AS = {"random_state": "seed", "stop_at": "rule"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """What a run set out to do, as it is written down before the first probe.

    Attributes
    ----------
    settings : mapping
        Those that are kept, by the names of `Settings`, as JSON has them. Where one left
        something open, it is what became of it.
    plan : Plan
        Without strata, which have a file of their own.
    data : str
        A digest of the data and of the order of its rows.
    candidates : mapping of str to str
        A digest of each, in the order in which they came.
    parameters : mapping of str to mapping
        What reports show of each.
    notes : tuple of str
        What was done to the data, a sentence each.
    versions : mapping of str to str
        Of the packages that the run began with.
    """

    settings: Mapping[str, Any]
    plan: Plan
    data: str | None
    candidates: Mapping[str, str]
    parameters: Mapping[str, Mapping[str, Any]]
    notes: tuple[str, ...]
    versions: Mapping[str, str]

    @classmethod
    def of(cls, settings: Settings, problem: Problem) -> RunRecord:
        """The record of a run that is about to begin, or to go on."""
        plan = problem.plan
        became = {
            "epsilon": plan.epsilon,
            "stratify": plan.strata is not None,
            "scoring": identity_of(settings.scoring or problem.prober.metric),
            "bounds": describe_bounds(bounds_named(settings.bounds)),
            "random_state": problem.seed,
        }
        batches = () if plan.is_open else plan.batches or (plan.n_configurations,)
        return cls(
            settings={name: getattr(settings, name) for name in KEPT} | became,
            plan=replace(plan, strata=None, batches=batches),
            data=problem.fingerprint,
            candidates=fingerprint.of_candidates(problem.configurations),
            parameters={
                c.name: plain_values(telling_parameters(c)) for c in problem.configurations
            },
            notes=problem.notes,
            versions={p: version(p) for p in ("nearbest", "scikit-learn", "numpy")},
        )

    @property
    def seed(self) -> int:
        """What the rows were shuffled with."""
        seed: int = self.settings["random_state"]
        return seed

    @property
    def rule(self) -> StopAt:
        """The rule that the run goes by."""
        rule: StopAt = self.settings["stop_at"]
        return rule

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes that every candidate has."""
        plan = self.plan
        return plan.sizes[plan.names[0]] if plan.arriving is None else plan.arriving.sizes

    def with_admitted(self, admissions: Iterable[Admission]) -> RunRecord:
        """The record with those that the journal knows of and the file does not yet.

        The journal is written first, so that a run which is killed in between has them too.
        """
        known = self
        for admission in admissions:
            n_batches = len(known.plan.batches)
            if admission.batch > n_batches + 1:
                raise ValueError(f"batch {n_batches + 1} of its candidates is missing")
            if admission.batch > n_batches:
                sizes = dict.fromkeys(admission.candidates, known.sizes)
                known = replace(
                    known,
                    plan=known.plan.extended(sizes, admission.kinds, admission.large_leaves),
                    candidates={**known.candidates, **admission.candidates},
                    parameters={**known.parameters, **admission.parameters},
                )
        return known

    def last_batch(self, names: Iterable[str]) -> Admission:
        """What the journal says of the candidates that came last."""
        last, kinds = list(names), self.plan.kinds
        return Admission(
            batch=len(self.plan.batches),
            candidates={name: self.candidates[name] for name in last},
            parameters={name: self.parameters[name] for name in last},
            kinds={name: kinds[name] for name in last if name in kinds},
            large_leaves=tuple(name for name in last if name in self.plan.large_leaves),
        )

    def with_proposed(self, proposal: Proposal) -> RunRecord:
        """The record with a candidate that was proposed while the race ran."""
        return replace(
            self,
            plan=proposal.extend(self.plan),
            candidates={**self.candidates, proposal.name: proposal.digest},
            parameters={**self.parameters, proposal.name: proposal.parameters},
        )

    def to_json(self) -> dict[str, Any]:
        """A mapping of plain values, for settings.json."""
        plan = self.plan
        return {
            **{WRITTEN_AS.get(name, name): value for name, value in self.settings.items()},
            "data": self.data,
            "candidates": self.candidates,
            "parameters": self.parameters,
            "n_train": self.sizes[-1],
            "n_test": plan.n_test,
            "sizes": list(self.sizes),
            **plan.drawn.to_json(),
            "notes": list(self.notes),
            "batches": list(plan.batches),
            **_announced(plan.arriving),
            "scale": asdict(plan.scale),
            "n_test_pairs": plan.n_test_pairs,
            "constant": plan.constant,
            "scores": {name: asdict(scale) for name, scale in plan.scores.items()},
            "kinds": dict(plan.kinds),
            "large_leaves": sorted(plan.large_leaves),
            "class_counts": list(plan.class_counts),
            "thrifty": plan.thrifty,
            "versions": dict(self.versions),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> RunRecord:
        """The inverse of `to_json`; what an earlier version did not know is as it was then.

        ``KeyError``, ``TypeError`` or ``ValueError`` if nearbest cannot have written it.
        """
        for key, kind in NEEDED.items():
            if not isinstance(values[key], kind):
                raise TypeError(f"{key!r} cannot be {values[key]!r}")
        if not all(is_whole(n) and n > 0 for n in (*values["sizes"], *values["batches"])):
            raise ValueError("'sizes' and 'batches' must be numbers of rows and candidates")
        kept = {name: WRITTEN_AS.get(name, name) for name in KEPT}
        settings = {name: values[key] for name, key in kept.items() if key in values}
        return cls(
            settings={**settings, "stop_at": _rule(values)},
            plan=_plan(values),
            data=values.get("data"),
            candidates=values["candidates"],
            parameters=values["parameters"],
            notes=read_notes(values),
            versions=values.get("versions", {}),
        )


def read_notes(values: Mapping[str, Any]) -> tuple[str, ...]:
    """The sentences that a file of a run has under "notes"."""
    notes = values.get("notes", [])
    if not (isinstance(notes, list) and all(isinstance(note, str) for note in notes)):
        raise ValueError(f"'notes' cannot be {notes!r}")
    return tuple(notes)


def _rule(values: Mapping[str, Any]) -> StopAt:
    """The rule of a run; older versions wrote it as "stop_at", or had but one."""
    former = values.get("stop_at", "proved")
    rule: StopAt = values.get("rule", FORMER_RULES.get(former, former))
    if rule not in STOP_AT:
        raise ValueError(f"'rule' cannot be {rule!r}")
    return rule


def _plan(values: Mapping[str, Any]) -> Plan:
    """The plan, but for strata; version 0.1.0 knew accuracy alone."""
    sizes = tuple(values["sizes"])
    return Plan(
        sizes=dict.fromkeys(values["candidates"], sizes),
        n_test=values["n_test"],
        epsilon=values["epsilon"],
        delta=values["delta"],
        growth=values["growth"],
        drawn=Drawn.from_json(values),
        batches=tuple(values["batches"]),
        scale=Scale(**values["scale"]) if "scale" in values else ACCURACY,
        n_test_pairs=values.get("n_test_pairs"),
        constant=values.get("constant"),
        scores={name: Scale(**scale) for name, scale in values.get("scores", {}).items()},
        kinds=values.get("kinds", {}),
        large_leaves=frozenset(values.get("large_leaves", ())),
        class_counts=tuple(values.get("class_counts", ())),
        thrifty=values.get("thrifty", False),
        arriving=Arriving(sizes, **values["arriving"]) if "arriving" in values else None,
    )


def _announced(arriving: Arriving | None) -> dict[str, Any]:
    """What is said of candidates that arrive, if any do."""
    if arriving is None:
        return {}
    said = asdict(arriving)
    del said["sizes"]
    if said["seconds"] is None:
        del said["seconds"]
    return {"arriving": said}
