"""Offline use: a server and a browser in a network namespace without a route."""

import subprocess
import sys
from pathlib import Path

import pytest

INSIDE = """
import fcntl, socket, struct, sys, pytest
with socket.socket() as any_socket:  # SIOCSIFFLAGS: IFF_UP
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", 1))
sys.exit(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", sys.argv[1]]))
"""
WAYS = (["--map-root-user", "--net"], ["--net"])  # the second is for root alone


def namespace() -> list[str]:
    """The command prefix that runs a program without a network. The tests need it."""
    refused = []
    for options in WAYS:
        command = ["unshare", *options, "--"]
        tried = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
        if not tried.returncode:
            return command
        refused.append(tried.stderr.strip())
    pytest.fail(
        f"This machine gives no network namespace ({'; '.join(refused)}). "
        "Run the tests as root, or allow user namespaces.",
        pytrace=False,
    )


def test_every_page_works_and_fits_without_a_network():
    inside = [sys.executable, "-c", INSIDE, str(Path(__file__).with_name("offline.py"))]
    done = subprocess.run([*namespace(), *inside], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
