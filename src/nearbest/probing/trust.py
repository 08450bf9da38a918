"""What a model file may hold: an exact list, of types alone.

skops builds whatever object a file names, and calls it in some kinds of node. It asks
which names to trust and takes the answer for every kind of node. A package is not an
answer, as packages hold functions that run what they are given. So this list has the
types, one by one, that the learners which nearbest supports were seen to save, each
with the one kind of node that it was seen in. Functions, methods, partial calls and
calls by `operator` are never read; the arithmetic of NumPy and SciPy (``ufunc``), which
skops trusts itself, is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

#: Kinds of node that hold data, or build an object of a type without calling it.
KINDS = frozenset(
    {
        "BytearrayNode",
        "BytesNode",
        "DTypeNode",
        "DefaultDictNode",
        "DictNode",
        "FunctionNode",  # of a ufunc: no other function is listed, here or by skops
        "JsonNode",
        "ListNode",
        "LossNode",
        "MaskedArrayNode",
        "NdArrayNode",
        "ObjectNode",
        "RandomGeneratorNode",
        "RandomStateNode",
        "SetNode",
        "SliceNode",
        "SparseMatrixNode",
        "TreeNode",
        "TupleNode",
        "TypeNode",
    }
)

_OBJECTS = """
catboost.core.CatBoostClassifier
catboost.core.CatBoostRegressor
lightgbm.basic.Booster
lightgbm.sklearn.LGBMClassifier
lightgbm.sklearn.LGBMRegressor
nearbest.candidates.coded_labels.CodedLabels
nearbest.candidates.dates.Dates
nearbest.candidates.early_stopping.EarlyStopping
nearbest.candidates.encoder.Encoder
nearbest.candidates.encoder._Categories
nearbest.dates.Dates
nearbest.encoding.Encoder
nearbest.encoding._Categories
sklearn._loss.loss.HalfTweedieLoss
sklearn._loss.loss.HalfTweedieLossIdentity
sklearn.calibration._CalibratedClassifier
sklearn.calibration._SigmoidCalibration
sklearn.calibration._TemperatureScaling
sklearn.compose._column_transformer.make_column_selector
sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor
sklearn.gaussian_process._gpc._BinaryGaussianProcessClassifierLaplace
sklearn.gaussian_process.kernels.ConstantKernel
sklearn.gaussian_process.kernels.DotProduct
sklearn.gaussian_process.kernels.Exponentiation
sklearn.gaussian_process.kernels.Matern
sklearn.gaussian_process.kernels.Product
sklearn.gaussian_process.kernels.RBF
sklearn.gaussian_process.kernels.RationalQuadratic
sklearn.gaussian_process.kernels.Sum
sklearn.gaussian_process.kernels.WhiteKernel
sklearn.metrics._dist_metrics.ChebyshevDistance64
sklearn.metrics._dist_metrics.EuclideanDistance64
sklearn.metrics._dist_metrics.ManhattanDistance64
sklearn.metrics._dist_metrics.MinkowskiDistance64
sklearn.multiclass._ConstantPredictor
sklearn.neighbors._ball_tree.BallTree
sklearn.neighbors._kd_tree.KDTree
sklearn.neural_network._stochastic_optimizers.AdamOptimizer
sklearn.neural_network._stochastic_optimizers.SGDOptimizer
xgboost.core.Booster
xgboost.sklearn.XGBClassifier
xgboost.sklearn.XGBRFClassifier
xgboost.sklearn.XGBRFRegressor
xgboost.sklearn.XGBRegressor
"""

#: Types that a file may name beyond those that skops trusts, and in which kinds of node.
TYPES: dict[str, frozenset[str]] = {
    **{name: frozenset({"ObjectNode"}) for name in _OBJECTS.split()},
    "collections.OrderedDict": frozenset({"DictNode", "TypeNode"}),
    "collections.defaultdict": frozenset({"DefaultDictNode"}),
    "numpy.dtype": frozenset({"DTypeNode"}),
    "scipy.sparse._csr.csr_array": frozenset({"SparseMatrixNode"}),
    "scipy.sparse._csr.csr_matrix": frozenset({"SparseMatrixNode"}),
    "sklearn.tree._tree.Tree": frozenset({"TreeNode"}),
    "sklearn.utils._bunch.Bunch": frozenset({"DictNode"}),
}


def distrusted(content: bytes) -> list[str]:
    """What a skops file names that no model of a supported learner holds.

    Needs skops. Reads the file's table of contents and imports nothing that it names.
    """
    from skops import io

    found = {name for kind, name in _nodes(content) if not _is_listed(kind, name)}
    return sorted(found | (set(io.get_untrusted_types(data=content)) - set(TYPES)))


def _is_listed(kind: str, name: str) -> bool:
    """Whether such a node may be read; names that are not ours to list are left to skops."""
    return kind in KINDS and (name not in TYPES or kind in TYPES[name])


def _nodes(content: bytes) -> Iterator[tuple[str, str]]:
    """Every node of a skops file, wherever it stands, as its kind and what it names."""
    with ZipFile(BytesIO(content)) as archive:
        waiting: list[Any] = [json.loads(archive.read("schema.json"))]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            kind = value.get("__loader__")
            if isinstance(kind, str):  # else a key of the user's own of that name
                hidden = kind == "FunctionNode" and "content" in value  # names another there
                name = f"{value.get('__module__')}.{value.get('__class__')}"
                yield ("" if hidden else kind), name
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
