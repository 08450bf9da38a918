"""The files of a run directory, by name."""

#: What marks a folder as a run's from its first moment on, and from its first probe on.
LOCK, SETTINGS = "lock", "settings.json"
#: Every observation, and who was admitted later.
JOURNAL = "journal.jsonl"
#: The classes of a stratified shuffle.
STRATA = "strata.npz"
#: How the run ended.
OUTCOME = "outcome.json"
#: What the command line asked for, and its file of candidates.
COMMAND, CANDIDATES = "command.json", "candidates.toml"
#: The folders of fitted models and of the shuffled data.
MODELS, STORE = "models", "store"
#: What a run writes to. The store is made once, under another name, and then read.
WRITTEN = (LOCK, SETTINGS, JOURNAL, STRATA, OUTCOME, COMMAND, CANDIDATES, MODELS)
