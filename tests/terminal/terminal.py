"""Pseudo-terminals, for tests of what a program writes to a terminal."""

import os
import pty

import pytest


def _has_terminals():
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


needs_terminal = pytest.mark.skipif(
    not _has_terminals(), reason="this system gives out no pseudo-terminals: /dev/pts is not mounted")


def read_terminal(master, seen=None):
    """All that comes from a terminal until its program ends. seen(output so far) is called after every piece."""
    output = b""
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:
            return output
        if not data:
            return output
        output += data
        if seen:
            seen(output)
