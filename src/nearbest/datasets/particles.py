"""Simulated particle collisions: HIGGS and HEPMASS (UCI)."""

from __future__ import annotations

from pathlib import Path

from nearbest.datasets.reading import Chunks, Dataset, csv_chunks

JETS = [f"jet_{i}_{part}" for i in range(1, 5) for part in ("pt", "eta", "phi", "b_tag")]
HIGGS_FEATURES = [
    "lepton_pt",
    "lepton_eta",
    "lepton_phi",
    "missing_energy",
    "missing_energy_phi",
    *JETS,
    "m_jj",
    "m_jjj",
    "m_lv",
    "m_jlv",
    "m_bb",
    "m_wbb",
    "m_wwbb",
]


def _higgs(path: Path) -> Chunks:
    names = ["signal", *HIGGS_FEATURES]
    for frame in csv_chunks(path, header=None, dtype="float32"):
        if frame.shape[1] != len(names):
            raise ValueError(f"it has {frame.shape[1]} columns, not {len(names)}")
        frame.columns = names
        yield frame.assign(signal=frame["signal"].astype("int8"))


def _hepmass(path: Path) -> Chunks:
    for frame in csv_chunks(path, dtype="float32"):
        frame = frame.rename(columns=lambda name: name.lstrip("# ").strip())
        if frame.columns[0] not in ("label", "signal"):
            raise ValueError("its first column is not the label")
        frame = frame.rename(columns={frame.columns[0]: "signal"})
        yield frame.assign(signal=frame["signal"].astype("int8"))


#: 11 million collisions, 28 features: does one produce a Higgs boson? `HIGGS.csv.gz`
#: has no header; the label comes first.
higgs = Dataset(
    "HIGGS",
    "https://archive.ics.uci.edu/dataset/280/higgs",
    "signal",
    _higgs,
    "Collisions that produce a Higgs boson, against background; 28 features.",
)

#: 7 + 3.5 million collisions, 28 features: does one produce a new particle?
#: `all_train.csv.gz` and `all_test.csv.gz` begin with a header, the label comes first,
#: the mass last.
hepmass = Dataset(
    "HEPMASS",
    "https://archive.ics.uci.edu/dataset/347/hepmass",
    "signal",
    _hepmass,
    "Collisions that produce a new particle, against background; 28 features.",
)
