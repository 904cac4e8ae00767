"""The memory and the processors that a server may use, and what follows from them."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from pages.jobs.job import BpeJob, CorpusSource
from pages.jobs.queue import Trainings
from pages.jobs.training import Training
from pages.resources import machine
from pages.resources.machine import OWN_GROUPS, find_memory, find_processors, share, workers
from tests.benchmarks import small_machine
from tests.support import students
from tests.support.servers import ROOT
from tests.support.students import in_a_thread
from tests.support.trainings import finish

GB = 1_000_000_000
# Files as several kinds of hosts have them.
DOCKER = {OWN_GROUPS: "0::/\n", "/sys/fs/cgroup/memory.max": "1073741824\n"}
DOCKER |= {"/sys/fs/cgroup/cpu.max": "50000 100000\n"}
SYSTEMD = {
    OWN_GROUPS: "0::/system.slice/app-8501.service\n",
    "/sys/fs/cgroup/system.slice/app-8501.service/memory.max": "3221225472\n",
    "/sys/fs/cgroup/system.slice/app-8501.service/memory.high": "2147483648\n",
    "/sys/fs/cgroup/system.slice/app-8501.service/cpu.max": "max 100000\n",
    "/sys/fs/cgroup/system.slice/memory.max": "max\n",
}
AROUND = {  # a pod whose limit is that of a group around it
    OWN_GROUPS: "0::/kubepods/pod1/c1\n",
    "/sys/fs/cgroup/kubepods/pod1/c1/memory.max": "max\n",
    "/sys/fs/cgroup/kubepods/pod1/memory.max": "800000000\n",
    "/sys/fs/cgroup/kubepods/pod1/cpu.max": "250000 100000\n",
}
OLD = {  # version 1, in a container that sees only the root of its own group
    OWN_GROUPS: "9:memory:/docker/4f2a\n4:cpu,cpuacct:/docker/4f2a\n1:name=systemd:/docker/4f2a\n",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "700000000\n",
    "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "300000\n",
    "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
}
UNLIMITED = {
    OWN_GROUPS: "9:memory:/\n4:cpu:/\n0::/\n",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
    "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
}
DAMAGED = {OWN_GROUPS: "x\n::\n0::/../../etc\n", "/sys/fs/cgroup/memory.max": "?\n"}


def reading(files: dict[str, str]) -> Callable[[str], str]:
    return lambda path: files.get(path, "")


@pytest.mark.parametrize(
    ("files", "memory", "processors"),
    [
        (DOCKER, 1_073_741_824, 1),
        (SYSTEMD, 3_221_225_472, 8),
        (AROUND, 800_000_000, 3),
        (OLD, 700_000_000, 3),
        (UNLIMITED, 16 * GB, 8),
        (DAMAGED, 16 * GB, 8),
        ({}, 16 * GB, 8),
    ],
)
def test_limits_are_read_from_the_control_group(files, memory, processors):
    assert find_memory(16 * GB, reading(files)) == memory
    assert find_processors(8, reading(files)) == processors
    assert find_memory(GB // 2, reading(files)) == GB // 2
    assert find_processors(1, reading(files)) == 1


def test_memory_can_be_stated_by_hand():
    assert find_memory(16 * GB, reading(DOCKER), by_hand="2700") == 2_700_000_000
    assert find_memory(16 * GB, reading(DOCKER), by_hand=" ") == 1_073_741_824
    with pytest.raises(ValueError, match="1 GB"):
        find_memory(16 * GB, by_hand="1 GB")


def test_this_machine_has_what_its_processes_may_use():
    assert 0 < machine.processors() <= len(os.sched_getaffinity(0))
    assert 0 < machine.memory() <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_limits_are_lower_only_with_less_memory():
    assert [share(each * GB) for each in (3, 4, 1_000)] == [1.0] * 3
    shares = [share(each * GB // 10) for each in range(1, 31)]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] == 1
    assert [workers(each * GB, 8) for each in (1, 3, 5, 64)] == [1, 1, 3, 7]
    assert workers(64 * GB, 1) == 1


LIMITS = """
from pages.jobs import cost, memory, queue, tokenizer_worker
from pages.report import report_worker
from pages.runs import records, runs
from pages.side_by_side import compute as side_by_side
from pages.training import stage_data
from pages.hosting import limits
from pages.resources import machine
print(
    queue.MAX_RUNNING, memory.MAX_RUN, cost.MAX_BYTES, tokenizer_worker.MAX_WEIGHT,
    report_worker.MAX_MEMORY, runs.MAX_BYTES, runs.RUNS._max_weight, stage_data.WATCHED._max_weight,
    records.RECORDS._max_weight, side_by_side.RESULTS._max_weight, machine.address_space(),
    limits.max_in_memory(), limits.max_upload_bytes(),
)
"""


def limits_with(memory: str) -> list[int]:
    """The limits of a server with so many MB."""
    said = subprocess.check_output(
        [sys.executable, "-c", LIMITS], cwd=ROOT, env=os.environ | {machine.MEMORY: memory}
    )
    return [int(each) for each in said.split()]


def test_small_server_has_small_caches_and_one_worker():
    small, full = limits_with("1000"), limits_with("3000")
    assert small[0] == full[0] == 1
    assert full[1:11] == [
        *(150_000_000, 40_000_000, 200_000_000, 1_000_000_000, 400_000_000, 400_000_000),
        *(30_000_000, 100_000_000, 40_000_000, 1_000_000_000),
    ]
    for low, high in zip(small[1:10], full[1:10], strict=True):
        assert low == int(high * 0.8 / 2.8)
    assert small[10] == 200_000_000 + int(800_000_000 * 0.8 / 2.8)
    assert small[11] >= small[12]  # one file of the largest size always fits
    assert full[11] == 8 * full[12]


def training() -> Training:
    """A training that takes a while."""
    words = {"".join(chr(97 + i // 26**k % 26) for k in range(4)) * 9: 1 for i in range(20_000)}
    source = CorpusSource("whitespace", "none", words)
    return Trainings().get_or_start("a key", lambda: BpeJob(source, 50_000, "first"))


def test_training_that_does_not_fit_says_so(monkeypatch):
    monkeypatch.setenv(machine.MEMORY, "300")
    work = finish(training())
    assert work.run is None
    assert str(work.error()).startswith("Training on this text needs more memory than this server")


def test_worker_that_the_system_ends_has_needed_too_much_memory(monkeypatch):
    """Linux ends a process with SIGKILL if the memory of the control group runs out."""
    work = training()
    while work.phase == "queue" or work.process is None:
        work.look()
    score = f"/proc/{work.process.pid}/oom_score_adj"
    with open(score) as file:
        assert int(file.read()) > 500  # it ends before the server
    os.kill(work.process.pid, signal.SIGKILL)
    finish(work)
    assert str(work.error()).startswith("Training on this text needs more memory than this server")


def test_stopped_worker_says_that_it_was_stopped():
    work = training()
    while work.phase == "queue" or work.process is None:
        work.look()
    os.kill(work.process.pid, signal.SIGSTOP)  # so that it cannot answer
    work.stop()
    finish(work)
    assert str(work.error()) == "Training was stopped before its first step."


def test_benchmark_of_a_small_machine_runs(monkeypatch, capsys):
    """With a few students. It fails above the limit, and if a student sees an error."""
    monkeypatch.setattr("sys.argv", ["small_machine", "--quick"])
    monkeypatch.setattr(students, "PATIENCE", students.PATIENCE)  # the benchmark changes it
    assert in_a_thread(small_machine.main) == 0
    said = capsys.readouterr().out
    assert "| failed | 0 |" in said
    for kind in ("server", *small_machine.KINDS.values()):
        assert re.search(rf"^\| {kind} \| .*[1-9]\d* MB \|$", said, re.MULTILINE), said
