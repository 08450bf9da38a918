"""Classes that a file names by their import path."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Collection, Iterator
from types import ModuleType
from typing import Any

from sklearn.model_selection._search import BaseSearchCV

from nearbest.candidates.toml.node import Node

#: Packages that a file may name without being allowed to.
TRUSTED = frozenset({"sklearn", "lightgbm", "xgboost", "catboost", "nearbest"})

#: What of nearbest can be a step or a candidate. A search could be told to write anywhere.
OWN = frozenset(
    {
        "nearbest.candidates.dates.Dates",
        "nearbest.candidates.early_stopping.EarlyStopping",
        "nearbest.candidates.encoder.Encoder",
    }
)

#: Parameters that name a place to read, to write or to connect to. What joblib finds in its
#: `memory` it unpickles, and a pickle can run code.
PLACES = frozenset(
    {
        "memory",
        "run_dir",
        "store",
        "train_dir",
        "snapshot_file",
        "input_model",
        "model_input",
        "model_in",
        "output_model",
        "model_output",
        "model_out",
        "machines",
        "workers",
        "nodes",
        "machine_list_filename",
        "machine_list_file",
        "machine_list",
        "mlist",
        "config",
        "data",
        "valid",
        "test",
        "save_binary",
        "convert_model",
        "output_result",
        *("train", "train_data", "test_data", "valid_data", "is_save_binary"),
        *("fs", "forced_splits"),
        *("name_pred", "pred_name", "predict_name", "predict_result"),
        *("prediction_name", "prediction_result"),
        "input",  # of scikit-learn's vectorizers: "filename" reads what the data names
    }
)

#: Words in the name of a parameter whose texts are places too, known or not.
PLACE_WORDS = re.compile(
    r"filename|(^|_)(file|files|dir|directory|folder|path|log|url|uri|host|port|borders)(_|$)"
)

#: What ends a name or a value in the text that LightGBM is given, or is taken away there.
SEPARATORS = re.compile(r"""[\s=\0"']""")


def named_class(node: Node, allow: Collection[str], method: str) -> type[Any]:
    """The class at the import path that `node` holds.

    Only classes with `method`, of trusted packages or those in `allow`: a file that
    someone sent must not be able to run whatever is installed.
    """
    path = node.text()
    parts = path.split(".")
    if len(parts) < 2 or not all(part.isidentifier() for part in parts):
        raise node.error(
            f"must be an import path such as 'sklearn.svm.LinearSVC'; got {path!r}."
        )
    _check_package(node, parts[0], allow)
    try:
        module = importlib.import_module(".".join(parts[:-1]))
    except ModuleNotFoundError as error:
        if error.name == parts[0]:
            raise node.error(f"the package {parts[0]!r} is not installed.") from error
        raise node.error(f"there is no module {error.name!r}.") from error
    found = _found_in(module, parts[-1])
    if not inspect.isclass(found):
        raise node.error(f"{module.__name__} has no class {parts[-1]!r}.")
    # A module also holds what it imports: the class itself must come from the package.
    _check_package(node, found.__module__.split(".")[0], allow)
    _check_no_search(node, found)
    if not (hasattr(found, method) and hasattr(found, "set_params")):
        raise node.error(f"{path} cannot be used here: it has no `{method}` and `set_params`.")
    return found


def _found_in(module: ModuleType, name: str) -> object:
    """What a module calls so; None where there is none, or not without a further import."""
    try:
        return getattr(module, name, None)
    except ImportError:  # as of scikit-learn's experimental classes
        return None


def _check_package(node: Node, package: str, allow: Collection[str]) -> None:
    if package not in TRUSTED and package not in allow:
        raise node.error(
            f"the package {package!r} may not be named; allow it with `--allow {package}` "
            f"or `allow=[{package!r}]` if you trust it."
        )


def _check_no_search(node: Node, found: type[Any]) -> None:
    full_name = f"{found.__module__}.{found.__qualname__}"
    ours = full_name.startswith("nearbest.") and full_name not in OWN
    if ours or issubclass(found, BaseSearchCV):
        raise node.error(
            f"{node.text()} may not be named, as a file may list candidates and steps but "
            "start no search of its own."
        )


def check_no_places(node: Node) -> None:
    """Raise if a table of parameters says where to read, to write or to connect to."""
    for key, child in node.children():
        name = key.rpartition("__")[2].lower()
        if name in PLACES or (PLACE_WORDS.search(name) and _holds_text(child.value)):
            raise child.error(
                f"`{key}` may not be set in a file, as it names a place to read, to write or "
                "to connect to; set it in Python."
            )


def check_no_settings_inside(node: Node, kind: type[Any]) -> None:
    """Raise if a parameter of LightGBM could bring others, past the names that are refused.

    LightGBM's package joins names and values to one text such as "a=1 b=2", so that the value
    "1 data=x" sets `data`. Which learner a nested name such as `estimator__x` reaches, another
    value may decide. XGBoost and CatBoost are given each value by itself.
    """
    for key, child in node.children():
        if not ("__" in key or _is_of_lightgbm(kind)):
            continue
        if SEPARATORS.search(key) or any(map(SEPARATORS.search, _texts(child.value))):
            raise child.error(
                f"`{key}` may hold no blank, quote or `=`, as LightGBM would read what follows "
                "as another parameter; set it in Python."
            )


def _is_of_lightgbm(kind: type[Any]) -> bool:
    return any(each.__module__.partition(".")[0] == "lightgbm" for each in kind.__mro__)


def _holds_text(value: object) -> bool:
    """Whether a text is among the values; numbers, as of `path_smooth`, are no place."""
    return any(True for _ in _texts(value))


def _texts(value: object) -> Iterator[str]:
    """The texts in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def parameters_of(kind: type[Any]) -> list[str]:
    """What the constructor names, which CatBoost's `get_params` does not tell."""
    return list(inspect.signature(kind).parameters)


def takes_any_parameter(kind: type[Any]) -> bool:
    """Whether the class takes keywords beyond those it names, as LightGBM's do."""
    parameters = inspect.signature(kind).parameters.values()
    return any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)


def default_of(kind: type[Any], parameter: str) -> object:
    """The default of a constructor's parameter; None where it has none."""
    found = inspect.signature(kind).parameters.get(parameter)
    return None if found is None else found.default
