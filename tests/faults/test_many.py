"""Many players, several workers, and somebody who reads for a long time."""

import time
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL

from app.store.database import Database
from tests.faults.conftest import Serve, assert_sound, playing
from tests.faults.test_killed import wait_for_workers

WORKERS = 4


def test_writers_of_four_workers_beside_a_long_reader(serve: Serve, database_url: URL) -> None:
    served = serve(workers=WORKERS)
    served.start()
    wait_for_workers(served, WORKERS)
    database = Database(database_url)
    with database.read() as reading:
        begun = reading.execute(text("SELECT count(*) FROM action")).scalar_one()
        with playing(served.port, 24) as game:
            time.sleep(5)
        assert reading.execute(text("SELECT count(*) FROM action")).scalar_one() == begun == 0
    game.assert_nothing_lost()
    assert game.seen.unanswered == 0
    database.close()
    if database.is_sqlite:  # nothing was opened before the workers were there, and shared by them
        assert opened_by(served.process, database_url) == []
    assert_sound(database_url)


def opened_by(process: int, url: URL) -> list[str]:
    links = Path(f"/proc/{process}/fd").iterdir()
    return [link.name for link in links if link.resolve() == Path(url.database or "").resolve()]
