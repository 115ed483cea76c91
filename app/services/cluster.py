"""Searching deals on a cluster of machines, by Dask. Needs the extra `dask`."""

import socket
from collections.abc import Iterable
from itertools import islice

from distributed import Client, Future, as_completed
from distributed.comm.addressing import parse_address, parse_host_port

from app.services.solving import search
from app.services.terms import Answer, Answers, Lost, SurveyError, Terms

PATIENCE_SECONDS = 15
_AHEAD = 2
"""Deals at the scheduler for each thread of a worker, so that none waits for this process."""


class Cluster:
    """The workers of a scheduler. Each thread of theirs searches one deal at a time."""

    def __init__(self, terms: Terms, seeds: Iterable[int], address: str) -> None:
        self._terms = terms
        self._seeds = iter(seeds)
        self._address = address
        self._pending: dict[Future[Answer], int] = {}

    def answers(self) -> Answers:
        """Give the answers as they come. Leaving early calls off what has not begun.

        Raises:
            SurveyError: no scheduler or no worker is there, or the scheduler goes away.
        """
        with self._client() as client:
            first = self._submit(client, self._threads(client) * _AHEAD)
            coming = as_completed(first, loop=client.loop)
            try:
                for future in coming:
                    coming.update(self._submit(client, 1))
                    yield self._answer(future)
            finally:
                client.cancel(list(self._pending))

    def _client(self) -> Client:
        try:
            self._knock()
            return Client(self._address, timeout=PATIENCE_SECONDS, set_as_default=False)
        except (OSError, ValueError):
            message = f"No Dask scheduler answers at {self._address}."
            raise SurveyError(message) from None

    def _knock(self) -> None:
        """See whether a scheduler is there: it speaks first, unless it waits for TLS.

        A client that finds nobody stays a while, and grumbles; one that finds something else may
        wait for ever.
        """
        protocol, place = parse_address(self._address)
        host, port = parse_host_port(place)
        with socket.create_connection((host, port), PATIENCE_SECONDS) as knocking:
            if protocol == "tcp" and not knocking.recv(1):
                raise ConnectionError

    def _threads(self, client: Client) -> int:
        """Count the threads of all workers, waiting for the first one to come."""
        try:
            client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        except TimeoutError:
            message = f"The Dask scheduler at {self._address} has no workers."
            raise SurveyError(message) from None
        return sum(client.nthreads().values())

    def _submit(self, client: Client, count: int) -> list[Future[Answer]]:
        futures = {
            client.submit(search, self._terms, seed, pure=False): seed
            for seed in islice(self._seeds, count)
        }
        self._pending |= futures
        return list(futures)

    def _answer(self, future: Future[Answer]) -> Answer | Lost:
        seed = self._pending.pop(future)
        if future.status == "finished":
            answer: Answer = future.result()
            return answer
        if future.status == "error":
            return Lost(seed, f"the cluster says {type(future.exception()).__name__}")
        raise SurveyError(f"The Dask scheduler at {self._address} has gone away.")
