"""HTML that cannot forget to escape."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is HTML already; every other string is escaped on its way in."""

    __slots__ = ()


def tag(element: str, *children: str, **attributes: str) -> Markup:
    """An element with its children, each escaped unless it is `Markup`.

    A trailing underscore lets Python keep its keywords; inner ones become hyphens.

    Examples
    --------
    >>> tag("p", "a < b, ", tag("b", "<script>"), class_="note")
    '<p class="note">a &lt; b, <b>&lt;script&gt;</b></p>'
    """
    return Markup(f"{void(element, **attributes)}{joined(*children)}</{element}>")


def void(element: str, **attributes: str) -> Markup:
    """An element that has no children and no end, such as an input.

    Examples
    --------
    >>> void("meta", name="viewport", content="width=device-width")
    '<meta name="viewport" content="width=device-width">'
    """
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{element}{shown}>")


def joined(*children: str) -> Markup:
    """The children one after another, each escaped unless it is `Markup`."""
    return Markup(
        "".join(child if isinstance(child, Markup) else escape(child) for child in children)
    )


def section(name: str, title: str, *children: str) -> Markup:
    """A part of the page with its heading; `name` is its anchor."""
    return tag("section", tag("h2", title), *children, id=name)
