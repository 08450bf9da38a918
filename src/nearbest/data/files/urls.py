"""Files behind a URL. The one place that imports fsspec."""

from __future__ import annotations

from typing import Any

from nearbest.errors import InvalidInput, MissingExtra


def is_url(path: str) -> bool:
    """Whether `path` names a file system: ``s3://…``, ``https://…``, ``memory://…``."""
    return "://" in path


def filesystem_of(url: str) -> Any:
    """The fsspec file system that serves `url`."""
    try:
        import fsspec
    except ImportError as error:
        raise MissingExtra.of("URLs need fsspec", "duckdb") from error
    try:
        return fsspec.core.url_to_fs(url)[0]
    except (ImportError, ValueError) as error:
        raise InvalidInput(f"`path` {url} cannot be opened: {_short(error)}.") from error


def listed(filesystem: Any, url: str) -> list[str]:
    """The URLs of the files that `url`, a file, folder or glob, stands for, sorted."""
    try:
        path = filesystem._strip_protocol(url)
        if any(sign in path for sign in "*?[") and not filesystem.exists(path):
            found = filesystem.glob(path)
        elif filesystem.isdir(path):
            found = [p for p in filesystem.find(path) if "/_" not in p and "/." not in p]
        else:
            found = [path] if filesystem.exists(path) else []
        paths = sorted(filesystem.unstrip_protocol(p) for p in found)
    except Exception as error:  # file systems raise errors of their own
        raise _unreachable(url, error) from error
    if not paths:
        raise InvalidInput(f"`path` {url} cannot be reached: there is no such file.")
    return paths


def ends(filesystem: Any, url: str, n: int) -> tuple[bytes, bytes, str]:
    """The first and last `n` bytes of a file, and what tells it from an earlier version."""
    try:
        path = filesystem._strip_protocol(url)
        size = filesystem.size(path)
        identity = f"{size}:{filesystem.ukey(path)}"
        with filesystem.open(path, "rb") as file:
            head = file.read(n)
            if size is None:  # a server that does not say; its content is read in order
                return head, b"", identity
            file.seek(max(0, size - n))
            return head, file.read(), identity
    except Exception as error:
        raise _unreachable(url, error) from error


def version(filesystem: Any, url: str) -> str:
    """What changes when a file is written to or replaced, as far as its server says."""
    try:
        path = filesystem._strip_protocol(url)
        return f"{filesystem.size(path)}:{filesystem.ukey(path)}"
    except Exception as error:
        raise _unreachable(url, error) from error


def _unreachable(url: str, error: Exception) -> InvalidInput:
    return InvalidInput(
        f"`path` {url} cannot be reached ({_short(error)}); check the address, the network "
        "and your credentials, or download the file."
    )


def _short(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__
