"""Hooks of mkdocs: formulas on the decision pages are not links."""

from typing import Any


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Keep c[k][j] from being read as a Markdown reference."""
    if not page.file.src_uri.startswith("decisions/"):
        return markdown
    return markdown.replace("][", "]\\[")
