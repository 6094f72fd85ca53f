"""The one place where Voilà is set up."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from canasta_widgets.notebooks import INDEX

HOME = f"voila/render/{INDEX}"
PORT = 8866
LOCAL = "127.0.0.1"
LONGEST_FOLDER = 38  # bytes of the path; with our names it makes a socket's, for which macOS has 103 and Linux 107
FIRST = 3  # lessons for which a kernel waits, beside the index


def settings(
    folder: Path,
    port: int = PORT,
    *,
    ip: str = LOCAL,
    base_url: str = "/",
    pool: int | None = None,
    pools: dict[str, int] | None = None,
) -> dict[str, Any]:
    """Voilà's configuration for a folder of lessons, as plain data.

    ``pool`` kernels are started ahead for every notebook, or as many as ``pools`` says for it by its file's name; 0
    starts them when a page is opened. By default one is for the pages that are opened first: each takes memory.
    """
    names = [path.name for path in sorted(folder.glob("*.ipynb"))]
    if pools is None:
        ahead = {INDEX, *names[:FIRST]} if pool is None else set(names)
        pools = {name: 1 if pool is None else pool for name in names if name in ahead}
    pools = {name: size for name, size in pools.items() if size}
    folder_of_sockets = sockets()
    return {
        "Voila": {
            "root_dir": str(folder),
            "ip": ip,
            "port": port,
            "port_retries": 0,
            "open_browser": False,
            "base_url": base_url,
            # The browser says goodbye by a beacon that can carry no token; checked, it is refused and its kernel stays.
            "tornado_settings": {"disable_check_xsrf": True},
            "log_level": "ERROR",
            **({"connection_dir_root": folder_of_sockets} if folder_of_sockets else {}),
        },
        "VoilaConfiguration": {
            "template": "canasta",
            "theme": "light",
            # An unknown template in the address would hang the request and leave a kernel behind.
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "strip_sources": False,  # the template shows the sources of "under the hood" cells only
            "show_tracebacks": False,
            "preheat_kernel": bool(pools),
            "file_allowlist": [r"$^"],
            "extension_allowlist": [
                "@jupyter-widgets/jupyterlab-manager",
                "@voila-dashboards/widgets-manager8",
                "anywidget",
            ],
        },
        # They would look through a notebook that has not run yet, and validate it, a dozen times for each page.
        "VoilaExporter": {"default_preprocessors": []},
        "VoilaKernelManager": {
            "kernel_pools_config": {name: {"pool_size": pools.get(name, 0)} for name in [*names, "default"]},
            "preheat_denylist": [f"^{re.escape(name)}$" for name in names if name not in pools],
        },
        # A kernel that died and was started again knows nothing of the page, which would look alive: let it be gone.
        "KernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
        # Files that only this user may open, instead of TCP ports that anyone on the machine may.
        "KernelManager": {
            "transport": "ipc" if folder_of_sockets else "tcp",
            "client_class": "canasta_widgets.serve.ready.PromptClient",
        },
        # A phone's browser says no goodbye at all, so what nobody uses is ended too.
        "MappingKernelManager": {"cull_interval": 60, "cull_idle_timeout": 1800, "cull_connected": True},
    }


def sockets() -> str:
    """The folder in which sockets can be files; "" if there is none, and kernels have to be talked to by TCP.

    The folder for temporary files has a long name on macOS, and on some clusters.
    """
    if os.name != "posix":
        return ""
    short = (each for each in (tempfile.gettempdir(), "/tmp") if len(os.fsencode(each)) <= LONGEST_FOLDER)
    return next((each for each in short if os.access(each, os.W_OK | os.X_OK)), "")


def extension() -> dict[str, Any]:
    """What Voilà is told where it is an extension of somebody's Jupyter server, as on Binder and on a hub.

    The server's own options, such as address and sign-in, are its owner's. No kernels are started ahead, for memory's
    sake.
    """
    from canasta_widgets.serve.frame import put_frame

    ours = settings(Path(), pool=0)
    # Not KernelManager: sockets as files would lie in the owner's folder, whose path may be too long for one.
    kept = ("VoilaConfiguration", "MappingKernelManager", "KernelRestarter")
    found = {name: dict(ours[name]) for name in kept}
    found["VoilaConfiguration"]["page_config_hook"] = put_frame
    return found
