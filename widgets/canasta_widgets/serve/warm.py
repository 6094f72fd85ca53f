"""What is done once, before kernels are forked, so that none of them has to do it again."""

from __future__ import annotations

import contextlib
import importlib
import os
import pkgutil

PACKAGES = ("canasta", "canasta_widgets")
# What a kernel imports only as it starts or is first asked to do something.
KERNEL = (
    "ipykernel.kernelapp",
    "ipykernel.debugger",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "encodings.idna",
    "encodings.utf_8_sig",
    "faulthandler",
    "ipykernel_launcher",
    "psutil",
    "pydoc",
    "tornado.platform.asyncio",
    "tornado.queues",
    "zmq.utils.garbage",
)
NOT_IN_KERNELS = ("canasta_widgets.serve", "canasta_widgets.app", "canasta_widgets.export")


def kernel() -> None:
    """A kernel's own modules."""
    # As a kernel sets it, in case a lesson of a teacher's own asks for a plot; matplotlib looks as it is imported.
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    for name in KERNEL:
        with contextlib.suppress(ImportError):  # of another version, which will find out what it needs
            importlib.import_module(name)


def modules() -> list[str]:
    """Our modules, as far as a notebook could import them."""
    found = []
    for name in PACKAGES:
        package = importlib.import_module(name)
        found += [each.name for each in pkgutil.walk_packages(package.__path__, f"{name}.")]
    return [
        name
        for name in found
        if not any(f"{name}.".startswith(f"{other}.") for other in NOT_IN_KERNELS) and not name.endswith("__main__")
    ]


def lessons() -> None:
    """Ours: the rule book, the widgets, and their modules for the browser."""
    for name in modules():
        importlib.import_module(name)
    import ipywidgets

    # As it is imported in a kernel, it says who answers a page that asks for all models; here it found no kernel.
    ipywidgets.register_comm_target()


def plots() -> None:
    """A plot, of which much is built only when one is drawn: fonts, styles, the writer of SVG."""
    try:
        from canasta_widgets.charts import points_chart

        points_chart([[0, 0], [10, 20]], [], ["A", "B"])
    except ImportError:  # then there are no plots
        pass


def again() -> None:
    """In a kernel that runs: what an import does where one runs, and could not do before."""
    from ipywidgets import register_comm_target

    register_comm_target()
