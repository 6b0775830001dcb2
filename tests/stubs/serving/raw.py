"""Raw connections to a stub on a port, each bounded in time."""

import socket
from contextlib import closing
from urllib.parse import urlsplit

HANGS = 30.0
"""Seconds after which a read counts as one that never ends."""


def connect(url, **options):
    """Open a connection."""
    where = urlsplit(url)
    connection = socket.socket()
    connection.settimeout(HANGS)
    for option, value in options.items():
        connection.setsockopt(socket.SOL_SOCKET, getattr(socket, option), value)
    connection.connect((where.hostname, where.port))
    return closing(connection)


def rest(connection):
    """All bytes until the server ends the connection."""
    pieces = []
    try:
        while piece := connection.recv(65_536):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


def status(answer):
    """The status of the first answer among these bytes."""
    return int(answer.split(b" ", 2)[1])


def drip(connection, data):
    """Send bytes one by one until all are sent or the server ends the connection; return how many were sent."""
    connection.settimeout(0.01)
    sent = 0
    for byte in data:
        try:
            connection.send(bytes([byte]))
            sent += 1
            connection.recv(1, socket.MSG_PEEK)
            break
        except TimeoutError:
            continue
        except ConnectionError:
            break
    connection.settimeout(HANGS)
    return sent
