"""A page as a tree of what a browser would see in it, by the standard library's parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "br", "hr", "img", "input"}
_SELF = {"path", "use", "circle", "rect", "line"}


@dataclass
class Page(HTMLParser):
    """Elements with their attributes, all text outside ``style`` and ``script``, and what was not closed in order."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if "style" not in self._open and "script" not in self._open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def tags(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes in self.elements if name == tag]

    def ids(self) -> list[str]:
        """All ids, in order."""
        return [i for _, attributes in self.elements if (i := attributes.get("id"))]


def parsed(html: str) -> Page:
    """Parse a page; everything must be closed in order."""
    page = Page()
    page.feed(html)
    page.close()
    assert not page.faults, page.faults[:3]
    assert not page._open, page._open
    return page
