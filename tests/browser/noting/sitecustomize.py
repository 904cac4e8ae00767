"""Records every address that a process and its children look up, connect to or send to.

Put this folder on PYTHONPATH, and name a file in NOTES.
"""

import os
import sys

TURNING = (
    "socket.connect",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
    "socket.getnameinfo",
)
NOTES = os.open(os.environ["NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def note(event: str, arguments: tuple) -> None:
    if event in TURNING:
        os.write(NOTES, f"{event} {arguments!r}\n".encode())


sys.addaudithook(note)
