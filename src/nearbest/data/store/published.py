"""A store that workers on other machines fetch from a URL."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from nearbest.data.files.urls import filesystem_of
from nearbest.data.store.fetched import fetched, remove_unused_at_exit
from nearbest.data.store.manifest import MANIFEST
from nearbest.data.store.store import Store
from nearbest.errors import InvalidInput


class PublishedStore(Store):
    """A local store with a copy behind a URL; elsewhere it is fetched, once per machine."""

    def __init__(self, path: Path, url: str, n_search: int = 0) -> None:
        super().__init__(path, n_search)
        self.url = url

    def __reduce__(self) -> tuple[object, tuple[str, str, int]]:  # type: ignore[override]
        return fetch_store, (self.url, self.manifest.fingerprint, self.n_search)


def publish_store(store: Store, url: str) -> PublishedStore:
    """Copy a store to `url`, the manifest last, unless it is there already."""
    remove_unused_at_exit()
    files, root = filesystem_of(url), url.rstrip("/")
    manifest = f"{root}/{MANIFEST}"
    if files.exists(manifest):
        there = json.loads(files.cat_file(manifest)).get("fingerprint")
        if there != store.manifest.fingerprint:
            raise InvalidInput(f"`store` {url} holds other data; choose another place.")
        return PublishedStore(store.path, url, store.n_search)
    files.makedirs(root, exist_ok=True)
    parts = sorted(store.path.iterdir(), key=lambda part: part.name == MANIFEST)
    for part in parts:
        files.put_file(str(part), f"{root}/{part.name}")
    return PublishedStore(store.path, url, store.n_search)


def fetch_store(url: str, fingerprint: str, n_search: int = 0) -> Store:
    """The store behind `url`, copied to this machine if it is not there yet."""
    name = hashlib.blake2b(f"{url};{fingerprint}".encode(), digest_size=16).hexdigest()

    def fetch(folder: Path) -> None:
        files = filesystem_of(url)
        for part in files.ls(url, detail=False):
            files.get_file(part, str(folder / Path(part).name))

    return PublishedStore(fetched(name, fetch), url, n_search)
