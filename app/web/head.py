"""What a page says of itself to search engines, and to places where links are shown."""

from dataclasses import dataclass

from app.web.site import Guest

_PRIVATE = "/games/"


@dataclass(frozen=True)
class Head:
    """By default a page that is not to be found."""

    is_public: bool = False
    url: str = ""
    """The page's one full address; only the operator can say it, and a Host header cannot."""


def head_of(guest: Guest) -> Head:
    """Describe the page that is asked for."""
    path: str = guest.request.scope["path"]
    if path.startswith(_PRIVATE):
        return Head()
    public_url = guest.site.settings.public_url.rstrip("/")
    return Head(is_public=True, url=public_url and public_url + path)
