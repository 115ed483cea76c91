"""The interface for programs, to read and to try, without anything from another host."""

from fastapi import APIRouter
from starlette.responses import Response

from app.web.answers import page
from app.web.site import GuestDep

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
def docs(guest: GuestDep) -> Response:
    """Show the calls."""
    return page(guest, "api_docs.html")
