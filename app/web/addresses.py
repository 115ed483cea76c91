"""From which address somebody asks."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_network

from starlette.types import Scope

_IPV6_OF_ONE_VISITOR = 64


def address_of(scope: Scope) -> str:
    """Give the address; nothing where there is none, as on a socket of the same machine.

    Where a trusted proxy says for whom it asks, that address stands in the place of its own.
    All of one IPv6 network are one visitor, who may choose among its addresses.
    """
    host: str = (scope.get("client") or ("",))[0]
    return _network_of(host) if ":" in host else host


@lru_cache(maxsize=1_000)
def _network_of(host: str) -> str:
    try:
        number = int(IPv6Address(host.partition("%")[0]))
    except ValueError:
        return host
    return str(ip_network((number, _IPV6_OF_ONE_VISITOR), strict=False))
