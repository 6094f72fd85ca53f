"""Servers that tests start: a port of their own, and an end."""

from __future__ import annotations

import socket
import subprocess


def free_port() -> int:
    """A loopback port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def stop(process: subprocess.Popen[bytes], seconds: float = 20) -> None:
    """End a process that was started here, by force if it does not listen."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(seconds)
