"""Answers as plain values: the one place that knows how nearbest names its attributes.

Everything that a change of the code may rename is read here and given a name that stays.
An answer is a mapping of fields; the field "words" holds all that is only wording.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nearbest.candidates.encoder import Encoder
from nearbest.forecast import Analogs, Library
from nearbest.race.answer.standings import pruned_by
from nearbest.replay import RecordedProbe

__all__ = [
    "Analogs",
    "Encoder",
    "Library",
    "RecordedProbe",
    "of_baseline",
    "of_command",
    "of_comparison",
    "of_replay",
    "of_search",
    "of_selection",
    "shorten_journal",
]

Answer = dict[str, Any]

#: What became of a candidate. Who leads is noted apart, as are the winner and the failed.
STANDINGS = {
    "unprobed": "waiting",
    "contender": "in the race",
    "incumbent": "in the race",
    "pruned": "excluded",
    "winner": "in the race",
    "failed": "failed",
}
#: Rows of the data whose predictions are compared.
N_PREDICTED = 2_000


def of_selection(found: Any, X: Any = None) -> Answer:
    """The answer of `select`; with `X`, also what the delivered model says of its rows."""
    answer = {
        "seed": found.seed,
        "classes": [str(label) for label in found.classes],
        **_of_race(found.race, found.certificate),
    }
    if X is not None and found.estimator is not None:
        said = found.estimator.predict(X[:N_PREDICTED])
        text = "\n".join(map(str, np.asarray(said))).encode()
        answer["predictions"] = hashlib.blake2b(text, digest_size=16).hexdigest()
    if found.certificate.stop_at == "stated":
        table = found.to_frame()
        columns = ["configuration", "predicted_lower", "predicted_upper", "chance_to_beat"]
        answer["forecasts"] = table[columns].to_dict("records")
    return answer


def of_search(search: Any, X: Any = None) -> Answer:
    """The answer of a fitted `NearBestSearch`."""
    table = search.cv_results_
    columns = ("n_train", "n_test", "n_probes", "mean_test_score", "rank_test_score")
    return {
        **of_selection(search.selection_, X),
        "search": {
            "best_name": search.best_name_,
            "best_index": search.best_index_,
            "best_score": search.best_score_,
            "best_params": {k: repr(v) for k, v in search.best_params_.items()},
            **{column: table[column].tolist() for column in columns},
        },
    }


def of_replay(found: Any) -> Answer:
    """The answer of `Curves.replay`, whose times are simulated."""
    return {**_of_race(found.race, found.certificate), "simulated": _simulated(found)}


def of_baseline(found: Any) -> Answer:
    """The answer of a baseline that ran on recorded curves."""
    rows = found.history.to_dict("records")
    return {
        "winner": found.best,
        "history": [_probe(_Attributes(row)) for row in rows],
        "simulated": _simulated(found),
    }


def of_command(output: str, exit_code: int) -> Answer:
    """The answer that the command line printed as JSON."""
    said = json.loads(output)
    delivery = said["delivery"]
    return {
        "exit code": exit_code,
        "winner": said["winner"],
        "seed": said["seed"],
        "candidates": [
            {
                "name": each["name"],
                "interval": [each["lower"], each["upper"]],
                "standing": STANDINGS.get(each["standing"], each["standing"]),
                "excluded by": each["beaten_by"],
                "n_train": each["n_train"],
                "n_probes": each["n_probes"],
            }
            for each in said["candidates"]
        ],
        "certificate": {
            "interval": said["interval"],
            **{key: said[key] for key in ("gap", "confidence", "decided", "n_probes")},
        },
        "delivery": None if delivery is None else _delivery(_Attributes(delivery)),
        "words": {"sentence": said["sentence"]},
    }


def of_comparison(output: str, exit_code: int) -> Answer:
    """The answer of ``nearbest compare --json``."""
    said = json.loads(output)
    numbers = ("difference", "confidence", "a", "b", "seed")
    return {
        "exit code": exit_code,
        "verdict": {"answer": said["answer"], **{key: said[key] for key in numbers}},
        "words": {"sentence": said["sentence"]},
    }


def shorten_journal(run_dir: Path, n_probes: int) -> None:
    """Leave a run directory as a crash after so many probes would have."""
    journal = run_dir / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    if len(lines) <= n_probes:
        raise ValueError(f"{journal} has {len(lines)} probes, so none is left to make again.")
    journal.write_bytes(b"".join(lines[:n_probes]))
    (run_dir / "outcome.json").unlink(missing_ok=True)


def _of_race(race: Any, certificate: Any) -> Answer:
    return {
        "winner": certificate.winner,
        "leads": race.incumbent,
        "candidates": [_candidate(race, track) for track in race.tracks.values()],
        "prunings": [[p.configuration, p.by, p.n_probes] for p in race.prunings],
        "history": [
            {**_probe(observation), "interval": _ends(interval)}
            for observation, interval in race.history
        ],
        "certificate": _certificate(race, certificate),
        "prediction": _prediction(certificate.prediction),
        "delivery": None if certificate.delivery is None else _delivery(certificate.delivery),
        "words": _words(race, certificate),
    }


def _candidate(race: Any, track: Any) -> dict[str, Any]:
    return {
        "name": track.name,
        "interval": _ends(track.interval),
        "standing": STANDINGS[race.role(track.name)],
        "excluded by": pruned_by(race, track.name),
        "attained at": track.estimate.attained_at,
        "sizes": sorted(track.sizes),
        "failed at": sorted(track.failures),
        "sizes ahead": list(race.next_sizes(track.name)),
    }


def _probe(observation: Any) -> dict[str, Any]:
    return {
        "configuration": observation.configuration,
        "n_train": observation.n_train,
        "n_test": observation.n_test,
        "right in train": observation.train_correct,
        "right in test": observation.test_correct,
        "right in prefixes": list(observation.prefix_correct),
        "status": observation.status,
    }


def _certificate(race: Any, certificate: Any) -> dict[str, Any]:
    return {
        "interval": _ends(certificate.interval),
        "gap": certificate.gap,
        "epsilon": certificate.epsilon,
        "confidence": certificate.confidence,
        "n_candidates": certificate.n_configurations,
        "n_probes": certificate.n_probes,
        "decided": race.decided,
        "proven": certificate.proven,
        "stopped by its rule": race.ending is not None,
        "violations": [[v.configuration, v.magnitude] for v in certificate.violations],
        "failed": [name for name, _ in certificate.failed],
    }


def _prediction(prediction: Any) -> dict[str, Any] | None:
    if prediction is None:
        return None
    names = ("probability", "gap", "level", "n_missing", "n_datasets")
    return {name: getattr(prediction, name) for name in names}


def _delivery(delivery: Any) -> dict[str, Any]:
    return {
        "n_train": delivery.n_train,
        "score": delivery.accuracy,
        "score of full run": delivery.full_accuracy,
    }


def _words(race: Any, certificate: Any) -> dict[str, Any]:
    return {
        "sentence": certificate.sentence,
        "certificate": str(certificate).splitlines(),
        "messages": [o.message for o, _ in race.history if o.message],
    }


def _simulated(found: Any) -> dict[str, float]:
    names = ("loss", "seconds", "seconds_with_refit", "full_seconds")
    return {name: getattr(found, name) for name in names}


def _ends(interval: Any) -> list[float]:
    return [interval.lower, interval.upper]


class _Attributes:
    """A mapping whose values are read as attributes."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)
