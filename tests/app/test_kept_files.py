"""Uploaded texts that the server keeps: quotas, what is deleted first, and what stays behind."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import bpe
from pages.storage import file_store, temporary_folder
from pages.storage.ledger import BLOCK, Full, Ledger, Owner, Quota
from pages.storage.temporary_folder import PREFIX, TemporaryFolder
from pages.storage.typed import pack
from tests.support.servers import ROOT, serving
from tests.support.students import Student, finish

MEGA = 1_000_000
LARGEST = MEGA  # a file; the real limit is 20 times as much
LARGE = 950_000
TEACHER = Owner("teacher", "10.0.0.1")


@pytest.fixture
def store(monkeypatch):
    """An empty store whose uploads come from `store.owner`."""

    class Store:
        owner = ("", "")

    folder = TemporaryFolder()
    session = Quota(file_store.MAX_FILES_PER_SESSION * LARGEST, 50)
    address = Quota(file_store.MAX_FILES_PER_ADDRESS * LARGEST, 500)
    total = Quota(file_store.MAX_FILES * LARGEST, 2_000)
    books = Ledger((session, address, total), file_store.IN_USE, file_store.LIFETIME)
    monkeypatch.setattr(file_store, "folder", lambda: folder)
    monkeypatch.setattr(file_store, "ledger", lambda: books)
    monkeypatch.setattr(file_store.client, "of_script", lambda: Store.owner)
    yield Store
    folder.delete()


def attack(store, address: str, files: int, size: int) -> int:
    """Upload different files, each in a new session, until one is refused; how many were kept."""
    for i in range(files):
        store.owner = (f"{address} {i}", address)
        try:
            file_store.keep(b"%09d" % i + address.encode() + b"a" * size)
        except bpe.InputError:
            return i
    return files


def test_text_of_a_class_survives_large_uploads(store):
    store.owner = ("teacher", "10.0.0.1")
    lesson = file_store.keep(b"the text of the class" * 1_000)
    assert attack(store, "10.6.6.6", 14, LARGE) <= file_store.MAX_FILES_PER_ADDRESS
    assert file_store.path_of(lesson)
    for i in range(4):
        attack(store, f"10.6.6.{i}", 14, LARGE)
    assert file_store.path_of(lesson)
    kept = sum(path.stat().st_size for path in file_store.folder().path.iterdir())
    assert kept <= file_store.MAX_FILES * LARGEST


def test_tiny_files_are_counted(store):
    kept = attack(store, "10.6.6.6", 30_000, 1)
    assert kept == file_store.MAX_COUNT_PER_ADDRESS
    with pytest.raises(bpe.InputError, match="500 files from one network"):
        file_store.keep(b"one more")
    books = file_store.ledger()
    assert books.groups["all", ""].size == kept * BLOCK
    store.owner = ("student", "10.0.0.1")
    assert file_store.path_of(file_store.keep(b"a text of somebody else"))


def test_session_loses_its_own_oldest_file(store):
    store.owner = ("teacher", "10.0.0.1")
    names = [file_store.keep(bytes([65 + i]) * LARGE) for i in range(4)]
    assert [bool(file_store.path_of(name)) for name in names] == [False, True, True, True]


def test_session_does_not_lose_a_file_that_others_use(store):
    store.owner = ("teacher", "10.0.0.1")
    lesson = file_store.keep(b"A" * LARGE)
    store.owner = ("student", "10.0.0.2")
    assert file_store.path_of(lesson)
    store.owner = ("teacher", "10.0.0.1")
    for i in range(4):
        file_store.keep(bytes([66 + i]) * LARGE)
    assert file_store.path_of(lesson)


def books(files: int = 3) -> Ledger:
    """A ledger for a few files in total, in use for 60 s, kept for 600 s."""
    return Ledger((Quota(MEGA, 9), Quota(MEGA, 9), Quota(MEGA, files)), 60, 600)


def test_used_files_stay_and_unused_ones_make_room():
    ledger = books()
    for i, name in enumerate("abc"):
        ledger.add(name, 1, Owner(name), i)
    ledger.touch("a", "x", 70)
    with pytest.raises(Full):
        books(0).add("d", 1, Owner("s"), 0)
    assert ledger.add("d", 1, Owner("s"), 71) == ["b"]
    assert ledger.add("e", 1, Owner("s"), 72) == ["c"]
    with pytest.raises(Full, match="all"):
        ledger.add("f", 1, Owner("s"), 73)
    assert set(ledger.entries) == {"a", "d", "e"}


def test_file_is_deleted_after_its_lifetime():
    ledger = books(9)
    ledger.add("a", 1, TEACHER, 0)
    ledger.add("b", 1, TEACHER, 500)
    assert ledger.add("c", 1, TEACHER, 600) == ["a"]


def test_cost_of_keeping_does_not_grow(monkeypatch):
    ledger = Ledger((Quota(MEGA, 9), Quota(MEGA, 9), Quota(10**12, 10**6)), 60, 600)
    for i in range(2_000):
        ledger.add(str(i), 1, Owner(), 0)
    calls = []
    monkeypatch.setattr("pages.storage.ledger.size_on_disk", lambda size: calls.append(1) or BLOCK)
    sys.setprofile(lambda frame, event, _: calls.append(event))
    ledger.add("new", 1, Owner(), 0)
    sys.setprofile(None)
    assert len(calls) < 100


LINE = "a text that is too large for a link, number {} of many. "


async def upload_large(server) -> None:
    """A student who uploads a text that the server keeps."""
    student = Student(server.url, f"corpus=own&text={pack('a b')}&lang=en")
    await student.open()
    await student.upload("a.txt", "".join(map(LINE.format, range(5_000))).encode())
    await student.close()


def folders(root) -> list[str]:
    return [each for each in os.listdir(root) if each.startswith(PREFIX)]


def stop(server, number: signal.Signals) -> None:
    """Send a signal to a server, and wait until it has ended."""
    server.process.send_signal(number)
    server.process.wait(30)


@pytest.mark.parametrize(
    ("number", "plain"),
    [(signal.SIGHUP, False), (signal.SIGTERM, True)],  # after SIGHUP, the server raises SIGTERM
    ids=["terminal closed", "uvicorn terminated"],
)
def test_texts_are_deleted_when_the_server_stops(tmp_path, monkeypatch, number, plain):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup, servers would ignore it
    with serving(tmp_path / "log", plain=plain) as server:
        signal.signal(signal.SIGHUP, before)
        finish(upload_large(server))
        assert folders(tmp_path)
        stop(server, number)
        assert not folders(tmp_path)


LEFT_BEHIND = """
import time
from pages.storage.temporary_folder import TemporaryFolder
folder = TemporaryFolder()
(folder.path / "a text").write_text("a text")
print(flush=True)
time.sleep(3600)
"""


def test_texts_of_killed_server_are_deleted_at_next_start(tmp_path, monkeypatch):
    """The next server deletes its own when it is interrupted, and nobody else's."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(temporary_folder.tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", LEFT_BEHIND], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.kill()
    (killed,) = folders(tmp_path)
    other = TemporaryFolder()  # of this process, which goes on
    (other.path / "b text").write_text("b text")
    mine = other.path.name
    assert set(folders(tmp_path)) == {killed, mine}
    with serving(tmp_path / "log") as server:
        assert folders(tmp_path) == [mine]
        finish(upload_large(server))
        assert len(folders(tmp_path)) == 2
        stop(server, signal.SIGINT)
    assert folders(tmp_path) == [mine]
    other.delete()


def test_sweep_leaves_folders_that_are_not_ours(tmp_path, monkeypatch):
    monkeypatch.setattr(temporary_folder.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(temporary_folder.tempfile, "tempdir", str(tmp_path))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a").write_text("mine")
    (tmp_path / f"{PREFIX}link").symlink_to(tmp_path / "texts")
    (tmp_path / "merge-by-merge-other").mkdir()
    new = tmp_path / f"{PREFIX}new"
    new.mkdir()
    used = TemporaryFolder()
    left = TemporaryFolder()
    (left.path / "a").write_text("left")
    left._unlock()
    temporary_folder.sweep()
    assert not left.path.exists()
    assert used.path.exists()
    assert new.exists()
    assert (tmp_path / "texts" / "a").exists()
    assert (tmp_path / "merge-by-merge-other").exists()
    os.utime(new, (time.time() - 3_600,) * 2)
    temporary_folder.sweep()
    assert not new.exists()
    used.delete()
    shutil.rmtree(tmp_path / "texts")


def test_sigterm_ends_a_server_during_long_work(tmp_path):
    """A server that computes in a request's thread ends although the work would take an hour."""
    code = (
        "import signal, sys, threading, time\n"
        "from pages.hosting import stop_signals\n"
        "stop_signals.LATEST_EXIT = 0.2\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\n"  # uvicorn only notes the signal
        "stop_signals.install()\n"
        "threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()\n"
        "print('ready', flush=True)\n"
        "time.sleep(3600)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    process.terminate()
    assert process.wait(30) == 128 + signal.SIGTERM


def test_few_addresses_cannot_fill_the_store(store):
    """Each gets at most half of what the others leave, so a class that comes later has room."""
    kept = [attack(store, f"10.6.6.{i}", 14, LARGE) for i in range(4)]
    assert kept[0] == file_store.MAX_FILES_PER_ADDRESS
    assert kept == sorted(kept, reverse=True)
    store.owner = ("teacher", "10.0.0.1")
    lesson = file_store.keep(b"the text of the class" * 1_000)
    assert file_store.path_of(lesson)


def test_few_addresses_cannot_take_all_places_of_the_store(store):
    for i in range(5):
        attack(store, f"10.6.6.{i}", 3_000, 1)
    store.owner = ("teacher", "10.0.0.1")
    assert file_store.path_of(file_store.keep(b"the text of the class"))


def test_unused_files_leave_room_for_others():
    ledger = Ledger((Quota(MEGA, 9),) * 3, 60, 600)
    ledger.add("a", 490_000, Owner("a", "a"), 0)
    with pytest.raises(Full, match="all"):
        ledger.add("b", 300_000, Owner("b", "b"), 1)
    assert ledger.add("b", 240_000, Owner("b", "b"), 2) == []
    ledger.remove("b")
    assert ledger.add("b", 300_000, Owner("b", "b"), 61) == []  # nobody uses the first one now
    assert ledger.add("c", 300_000, Owner("c", "c"), 70) == ["a"]
