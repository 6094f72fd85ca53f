"""Kernels of ours are forked where that can be; all others start as Jupyter starts them."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, ClassVar

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

from canasta_widgets.serve.forks import Forks
from canasta_widgets.serve.zygote import Job

NAME = "canasta-forked"


class ForkedProvisioner(LocalProvisioner):
    """Starts a kernel by ``forks``, or, if it is of another kind or cannot be forked, as a process of its own."""

    forks: ClassVar[Forks | None] = None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Launch the kernel of a command line."""
        wanted = self._scrub_kwargs(kwargs)
        child = None
        if self.forks is not None and _is_ours(cmd) and wanted.keys() <= {"env", "cwd"} and "env" in wanted:
            arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
            child = await self.forks.fork(Job(arguments, wanted["env"], str(wanted.get("cwd") or Path.cwd())))
        if child is None:
            return await super().launch_kernel(cmd, **kwargs)
        self.process = child
        self.pid = self.pgid = child.pid  # it leads a session of its own
        self.cwd = wanted.get("cwd", Path.cwd())
        return self.connection_info

    async def send_signal(self, signum: int) -> None:
        """Send a signal to the kernel and what it has started."""
        # Once it has ended its number may be another's, and with it the group's.
        if self.process is not None and self.process.poll() is None:
            await super().send_signal(signum)


def _is_ours(cmd: list[str]) -> bool:
    """Whether this is the kernel of this very Python, which is what the forked process has imported."""
    python, *rest = cmd
    while rest and rest[0].startswith("-X"):  # how Python finds its own modules, and no more
        del rest[0]
    return python == sys.executable and rest[:2] == ["-m", "ipykernel_launcher"]


def use(forks: Forks) -> None:
    """Let every kernel of this process that names no other way be started so."""
    ForkedProvisioner.forks = forks
    place = f"{__name__}:{ForkedProvisioner.__name__}"
    # As if it were installed: we run from a checkout too.
    KernelProvisionerFactory.provisioners[NAME] = EntryPoint(NAME, place, KernelProvisionerFactory.GROUP_NAME)
