"""Whether this process can serve."""

from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from app.store.migrate import newest_revision, revision
from app.web.site import GuestDep

router = APIRouter()

# As it was at the start: an upgrade in place changes the files, and not what runs.
_NEEDED = newest_revision()


class Health(BaseModel):
    """The state of this process."""

    status: str


@router.get(
    "/healthz",
    tags=["operation"],
    responses={503: {"description": "Not ready", "content": {"application/problem+json": {}}}},
)
def healthz(guest: GuestDep) -> Health:
    """Answer 200 when the database answers and is at the newest migration."""
    try:
        with guest.site.database.read() as connection:
            current = revision(connection)
    except SQLAlchemyError as error:
        raise HTTPException(503, "The database does not answer.") from error
    if current != _NEEDED:
        raise HTTPException(503, "The database is not at the newest migration.")
    return Health(status="ok")
