"""Model files as an attacker would write them, each of which tries to make a marker."""

import io
import json
import zipfile

import numpy as np
from skops.io._protocol import PROTOCOL


def node(kind, name, **more):
    module, _, attribute = name.rpartition(".")
    return {"__loader__": kind, "__module__": module, "__class__": attribute, **more}


def plain(value):
    return node("JsonNode", "builtins.str", content=json.dumps(value), is_json=True)


def sequence(*nodes, kind="TupleNode", name="builtins.tuple"):
    return node(kind, name, content=list(nodes))


def mapping(key_types=(), name="builtins.dict", **values):
    types = key_types or [node("TypeNode", "builtins.str")] * len(values)
    keys = sequence(*types, kind="ListNode", name="builtins.list")
    return node("DictNode", name, key_types=keys, content=values)


def reduced(kind, name, *args):
    """A node whose type is called with `args`."""
    arguments = {"args": sequence(*map(plain, args))}
    return node(kind, name, content=mapping(), __reduce__=arguments)


def constructed(name, *args):
    return node("ConstructorFromReduceNode", name, content=sequence(*map(plain, args)))


def partial(function, *args):
    content = {
        "func": function,
        "args": sequence(*map(plain, args)),
        "kwds": mapping(),
        "namespace": plain(None),
    }
    return node("PartialNode", "functools.partial", content=content)


def method(owner, function):
    name = f"{owner['__module__']}.{owner['__class__']}"
    return node("MethodNode", name, content={"func": function, "obj": owner})


def operator(name, *args):
    return node("OperatorFuncNode", f"operator.{name}", attrs=sequence(*map(plain, args)))


def estimator(name, **attributes):
    return node("ObjectNode", name, content=mapping(**attributes))


def called_with_key(function, key):
    """A dict whose key is made by calling `function`."""
    return mapping(key_types=[function], **{key: plain(1)})


def write(path, tree, protocol=PROTOCOL):
    """Write `tree` as a skops file, with an array that its nodes may name."""
    array = io.BytesIO()
    np.save(array, np.zeros(2))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schema.json", json.dumps({**tree, "protocol": protocol}))
        archive.writestr("array.npy", array.getvalue())
    return path


def attacks(marker):
    """Crafted trees by name; `marker` is the file that each would make or touch."""
    python = f"open({str(marker)!r}, 'w').close()"
    shell = f"touch '{marker}'"
    transformer = "sklearn.preprocessing._function_transformer.FunctionTransformer"
    runstring = "numpy.testing._private.utils.runstring"
    in_numpy = node("FunctionNode", runstring)
    forest = "sklearn.ensemble._forest.RandomForestClassifier"
    return {
        "loss that is exec": reduced("LossNode", runstring, python, {}),
        "loss that is os.system": reduced("LossNode", "os.system", shell),
        "loss that is posix.system": reduced("LossNode", "posix.system", shell),
        "loss that is subprocess.call": reduced(
            "LossNode", "subprocess.call", ["touch", str(marker)]
        ),
        "loss that is a memmap": reduced(
            "LossNode", "numpy.memmap", str(marker), "uint8", "w+", 0, 3
        ),
        "loss that is a listed type": reduced("LossNode", "lightgbm.basic.Booster"),
        "tree that is exec": reduced("TreeNode", runstring, python, {}),
        "constructor that is exec": constructed(runstring, python, {}),
        "constructor that is os.system": constructed("os.system", shell),
        "constructor that is open": constructed("builtins.open", str(marker), "w"),
        "constructor that is a memmap": constructed(
            "numpy.memmap", str(marker), "uint8", "w+", 0, 3
        ),
        "constructor of a listed type": constructed(
            "lightgbm.basic.Booster", None, None, str(marker)
        ),
        "constructor that is a fetcher": constructed(
            "sklearn.datasets._base.load_files", str(marker.parent)
        ),
        "key made by exec": called_with_key(node("TypeNode", runstring), python),
        "key made by os.system": called_with_key(node("TypeNode", "os.system"), shell),
        "key made by a function": called_with_key(node("FunctionNode", "os.system"), shell),
        "key made by a partial": called_with_key(partial(in_numpy, python), "x"),
        "key made by sklearn's show_versions": called_with_key(
            node("FunctionNode", "sklearn.utils._show_versions.show_versions"), "x"
        ),
        "key made by joblib.load": called_with_key(
            node("FunctionNode", "joblib.numpy_pickle.load"), str(marker)
        ),
        "key made by sklearn's joblib": called_with_key(
            node("FunctionNode", "sklearn.utils.parallel._get_threadpool_controller"), "x"
        ),
        "key made by a listed type": called_with_key(
            node("TypeNode", "lightgbm.basic.Booster"), str(marker)
        ),
        "list that is exec": sequence(plain(python), kind="ListNode", name=runstring),
        "set that is os.system": sequence(plain(shell), kind="SetNode", name="os.system"),
        "dict that is a function": mapping(name="sklearn.utils._show_versions.show_versions"),
        "array that is a function": node(
            "NdArrayNode", "numpy.loadtxt", type="numpy", file="array.npy"
        ),
        "array that is a listed type": node(
            "NdArrayNode", "lightgbm.basic.Booster", type="numpy", file="array.npy"
        ),
        "random state that is a function": node(
            "RandomStateNode", "sklearn.utils._show_versions.show_versions", content=mapping()
        ),
        "generator of numpy.random.test": node(
            "RandomGeneratorNode",
            "numpy.random._generator.Generator",
            content={
                "bit_generator": mapping(bit_generator=plain("test")),
                "seed_seq": mapping(),
            },
        ),
        "function": in_numpy,
        "function behind another name": node(
            "FunctionNode",
            "numpy.add",
            content={"module_path": "lightgbm.basic", "function": "Booster"},
        ),
        "function of a listed type": node("FunctionNode", "lightgbm.basic.Booster"),
        "partial": partial(in_numpy, python),
        "partial of a ufunc": partial(node("FunctionNode", "numpy.add"), 1),
        "method": method(estimator(forest), "fit"),
        "method of a text": method(plain("a"), "format"),
        "method of a listed type": method(estimator("nearbest.encoding.Encoder"), "fit"),
        "methodcaller": operator("methodcaller", "tofile", str(marker)),
        "attrgetter": operator("attrgetter", "__class__.__base__"),
        "transformer that execs": estimator(
            transformer,
            func=partial(in_numpy, python),
        ),
        "transformer that calls a method": estimator(
            transformer,
            func=operator("methodcaller", "to_csv", str(marker)),
        ),
        "transformer with a function of sklearn": estimator(
            transformer,
            func=node("FunctionNode", "sklearn.utils.extmath.safe_sparse_dot"),
        ),
        "object that is no estimator": estimator("subprocess.Popen"),
        "object of numpy": estimator("numpy.memmap"),
        "object of joblib": estimator("joblib.memory.Memory"),
        "search": estimator("nearbest.search.NearBestSearch"),
        "function of nearbest": node("FunctionNode", "nearbest.models.load_model"),
        "exec below a listed type": estimator(
            "nearbest.encoding.Encoder", encoder_=reduced("LossNode", runstring, python, {})
        ),
    }
