"""What is counted, for Prometheus."""

from ipaddress import ip_address

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.metrics import exposition
from app.settings import Network
from app.web.site import GuestDep

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def metrics(guest: GuestDep, request: Request) -> Response:
    """Answer those alone who may know; for others there is nothing here."""
    if not _is_among(guest.site.settings.metrics_readers, request):
        raise HTTPException(404)
    return Response(exposition(), media_type=CONTENT_TYPE_LATEST)


def _is_among(networks: tuple[Network, ...], request: Request) -> bool:
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:  # a socket of the file system has none
        return False
    return any(address in network for network in networks)
