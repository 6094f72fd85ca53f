"""The console command: serve the lessons, open them in JupyterLab, copy them to change, or put them on paper."""

from __future__ import annotations

import argparse
import errno
import os
import re
import shutil
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from canasta.words import LANGUAGE, _, languages
from canasta_widgets import paths
from canasta_widgets.notebooks import PRESENT
from canasta_widgets.serve.config import HOME, LOCAL, PORT, settings
from canasta_widgets.serve.room import DATABASE, PASSWORD, SECRET, Room, own_address

KERNELS, ORDINARY = "CANASTA_KERNELS", "ordinary"  # for the environment: each kernel a process of its own
INTERRUPTED: Final = 130  # what a shell says of a command that Ctrl+C ended
STEPS: Final = re.compile(r"[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*")  # of a path that any proxy passes on as it is


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``canasta-tutor``; the return value is the exit status."""
    options = _parser().parse_args(list(sys.argv[1:] if arguments is None else arguments) or ["serve"])
    try:
        return int(options.run(options))
    except (OSError, ValueError) as fault:
        print(f"canasta-tutor: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # before it serves, which takes some seconds
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="canasta-tutor", description=_("Lessons on the rules of canasta."))
    commands = parser.add_subparsers(metavar="command")
    serve = commands.add_parser("serve", help=_("show the lessons in a browser (the default)"))
    serve.add_argument("--port", type=_whole, default=PORT, help=_("loopback port (%(default)s)"))
    serve.add_argument("--lessons", type=Path, help=_("a folder of lessons, such as a copy of your own"))
    serve.add_argument("--no-browser", action="store_true", help=_("only print the address"))
    serve.add_argument("--pool", type=_whole, help=_("kernels started ahead for each lesson (one for the first few)"))
    serve.set_defaults(run=_serve)
    room = commands.add_parser("class", help=_("show the lessons to a class: others on this network can open them"))
    room.add_argument("--ip", default="0.0.0.0", help=_("address to listen at (every one of this machine)"))
    room.add_argument("--port", type=_whole, default=PORT, help=_("port (%(default)s)"))
    room.add_argument("--base-url", default="/", metavar="/PATH/", help=_("where the lessons lie behind a proxy"))
    room.add_argument("--lessons", type=Path, help=_("a folder of lessons, such as a copy of your own"))
    room.add_argument("--learners", type=_whole, default=Room.learners, help=_("how many are expected (%(default)s)"))
    room.add_argument(
        "--today",
        nargs="+",
        default=["index"],
        metavar="PAGE",
        help=_("pages that all open at once, such as 02-melds; kernels wait for everybody there"),
    )
    # A command line can be read by everybody on the machine, so there is another way to say it.
    password = _("a password that all learners type (none, or what {name} says)").format(name=PASSWORD)
    room.add_argument("--password", default=os.environ.pop(PASSWORD, ""), help=password)
    database = _(
        "where answers of the class are kept: a file, or the URL of a database (what {name} says, or a file)"
    ).format(name=DATABASE)
    room.add_argument("--database", default="", metavar="FILE", help=database)
    room.add_argument("--no-browser", action="store_true", help=_("only print the addresses"))
    room.set_defaults(run=_class)
    lab = commands.add_parser("lab", help=_("open the lessons in JupyterLab"))
    lab.add_argument("--lessons", type=Path, help=_("a folder of lessons"))
    lab.add_argument("options", nargs="*", help=_("more options for JupyterLab, after --"))
    lab.set_defaults(run=_lab)
    copy = commands.add_parser("copy", help=_("copy the lessons, to change them"))
    copy.add_argument("folder", type=Path, metavar="DIR")
    copy.set_defaults(run=_copy)
    check = commands.add_parser("check", help=_("prove a file of levels, and say what is wrong with it"))
    check.add_argument("files", type=Path, nargs="+", metavar="FILE.toml")
    check.set_defaults(run=_check)
    export = commands.add_parser("export", help=_("write a lesson as a page that stands alone, with pictures"))
    export.add_argument("notebook", type=Path, metavar="NOTEBOOK", help=_("a notebook, or the name of a lesson"))
    export.add_argument("--to", type=Path, metavar="FILE.html", help=_("where to write it (NOTEBOOK.html)"))
    export.set_defaults(run=_export)
    badge = commands.add_parser("binder", help=_("print where Binder opens a repository of these lessons"))
    badge.add_argument("repository", metavar="OWNER/NAME", help=_("a repository on GitHub"))
    badge.add_argument("--ref", default="HEAD", help=_("a branch, a tag or a commit (%(default)s)"))
    badge.set_defaults(run=_binder)
    picture = commands.add_parser("picture", help=_("draw a table as an SVG"))
    picture.add_argument("position", metavar="POSITION", help=_("the position as a line"))
    picture.add_argument("--seat", help=_("whose hand lies open, such as E (the player in turn)"))
    picture.add_argument("--title", help=_("what the picture is called"))
    picture.add_argument("--four-colours", action="store_true", help=_("diamonds blue, clubs green"))
    picture.add_argument("--to", type=Path, metavar="FILE.svg", help=_("where to write it (it is printed)"))
    picture.set_defaults(run=_picture)
    return parser


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("{text!r} is no whole number").format(text=text)) from None


def _folder(options: argparse.Namespace) -> Path:
    folder = (options.lessons or paths.lessons()).resolve()
    if not (folder / "index.ipynb").is_file():
        raise FileNotFoundError(
            _("{folder} holds no index.ipynb; `canasta-tutor copy DIR` makes such a folder").format(folder=folder)
        )
    return folder


def _serve(options: argparse.Namespace) -> int:
    folder = _folder(options)
    if options.pool is not None and options.pool < 0:
        raise ValueError(_("--pool {n}: so few cannot be started; 0 or more").format(n=options.pool))
    _usable(LOCAL, options.port)
    address = f"http://{LOCAL}:{options.port}/"

    def ready() -> None:
        print(_("Canasta tutor: {address} (stop with Ctrl+C)").format(address=address), flush=True)
        if not options.no_browser and _has_browser():
            webbrowser.open(address + HOME)

    _run(settings(folder, options.port, pool=options.pool), ready)
    return 0


def _class(options: argparse.Namespace) -> int:
    folder = _folder(options)
    today = tuple(f"{name.removesuffix('.ipynb')}.ipynb" for name in options.today)
    base_url = _below(options.base_url)
    host = own_address() if options.ip == "0.0.0.0" else options.ip
    address = f"http://{f'[{host}]' if ':' in host else host}:{options.port}{base_url}"
    secret, database = (os.environ.pop(name, "") for name in (SECRET, DATABASE))
    room = Room(
        options.learners,
        today,
        password=options.password,
        database=options.database or database,
        address=address,
        **({"secret": secret} if secret else {}),
    )
    found = settings(folder, options.port, ip=options.ip, base_url=base_url, pools=room.pools(folder))
    _usable(options.ip, options.port)

    def ready() -> None:
        print(_("Learners open {address} (stop with Ctrl+C)").format(address=address), flush=True)
        if (folder / PRESENT).is_file():
            presents = f"{address}voila/render/{PRESENT}?secret={quote(room.secret, safe='')}"
            print(_("You present, and ask the class, at {address}").format(address=presents), flush=True)

    _run(found, ready, room)
    return 0


def _below(path: str) -> str:
    """A path below which everything lies, with its slashes. Raises ValueError for what is none."""
    steps = re.sub("/+", "/", path).strip("/")
    if (steps and not STEPS.fullmatch(steps)) or {".", ".."} & set(steps.split("/")):
        raise ValueError(_("base URL {path}: it is a path of letters and digits, such as /canasta/").format(path=path))
    return f"/{steps}/" if steps else "/"


def _usable(ip: str, port: int) -> None:
    """Raises ValueError or OSError saying why a port cannot be listened at, and what to try."""
    if not 0 < port < 65536:
        raise ValueError(_("--port {port}: it is not within 1 to 65535").format(port=port))
    try:
        family, kind, protocol, _name, place = socket.getaddrinfo(ip, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            # As the server will ask for it: a port in TIME_WAIT is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as fault:
        why = fault.strerror or str(fault)
        if isinstance(fault, socket.gaierror) or fault.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
            message = _("{ip} is no address of this machine ({why}); 0.0.0.0 stands for all of them: --ip 0.0.0.0")
            raise OSError(message.format(ip=ip, why=why)) from None
        message = _("port {port} of {ip} cannot be used ({why}); try another one: --port {other}")
        other = port + 1 if port + 1 < 65536 else PORT
        raise OSError(message.format(port=port, ip=ip, why=why, other=other)) from None


def _run(configuration: dict[str, Any], ready: Callable[[], None], room: Room | None = None) -> None:
    # Let Voilà find this very version's template, whatever else is installed.
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(paths.JUPYTER), os.environ.get("JUPYTER_PATH")]))
    from canasta_widgets.serve.forks import Forks

    kernels = os.environ.get(KERNELS, "")
    if kernels not in ("", ORDINARY):
        message = _("{name}={value} is not known here; the only other kind of kernels is {name}={ordinary}")
        raise ValueError(message.format(name=KERNELS, value=kernels, ordinary=ORDINARY))
    if (language := os.environ.get(LANGUAGE, "")) and language not in languages():
        message = _("{name}={language}: there are no texts in it, so they are English; there are {languages}")
        print(message.format(name=LANGUAGE, language=language, languages=" ".join(languages())), file=sys.stderr)
    _jupyters_folder()
    forks = Forks() if Forks.possible() and not kernels else None
    if forks is not None:
        forks.start()  # at once, for both take a second to import
    _serving()(configuration, ready, room, forks)


def _jupyters_folder() -> None:
    """Raises OSError if Jupyter cannot have the folder without which it can show no page."""
    from jupyter_core.paths import jupyter_data_dir

    folder = jupyter_data_dir()
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        message = _("Jupyter's folder {folder} cannot be made ({why}); let JUPYTER_DATA_DIR name another one")
        raise OSError(message.format(folder=folder, why=fault.strerror)) from None


def _serving() -> Callable[..., None]:
    """What serves; it is imported only when it will, for that takes a second."""
    # Voilà imports a checker of addresses in all the world's scripts, which nothing here asks for; it builds grammars
    # for longer than all else takes to import, and whoever imports it does without where it cannot be had.
    checker = "rfc3987_syntax"
    absent = checker not in sys.modules
    if absent:
        sys.modules[checker] = None  # type: ignore[assignment]
    try:
        from canasta_widgets.serve.server import run
    finally:
        if absent:
            del sys.modules[checker]
    return run


def _has_browser() -> bool:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _lab(options: argparse.Namespace) -> int:
    folder = _folder(options)
    # JupyterLab looks for the file to open where it is started, and serves that folder.
    command = [sys.executable, "-m", "jupyterlab", f"--notebook-dir={folder}", *options.options, "index.ipynb"]
    return subprocess.call(command, cwd=folder)


def _copy(options: argparse.Namespace) -> int:
    source, target = paths.lessons(), options.folder
    if target.exists() and any(target.iterdir() if target.is_dir() else [target]):
        raise FileExistsError(_("{folder} is not empty; nothing was copied, choose a new folder").format(folder=target))
    shutil.copytree(
        source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    )
    print(_("The lessons are in {folder}. Serve them: canasta-tutor serve --lessons {folder}").format(folder=target))
    return 0


def _check(options: argparse.Namespace) -> int:
    from canasta.tutor.levels import read_unit

    faults = 0
    for file in options.files:
        unit = read_unit(file)
        faults += len(unit.faults)
        for fault in unit.faults:
            print(fault)
        if not unit.faults:
            print(_("{file}: {n} items, each proved").format(file=file.name, n=len(unit.good())))
    return 1 if faults else 0


def _export(options: argparse.Namespace) -> int:
    from canasta_widgets import export

    notebook = export.found(options.notebook)
    target = _target(options.to or Path(f"{notebook.stem}.html"), ".html")
    _write(target, export.page(notebook))
    print(_("The lesson is in {file}").format(file=target))
    return 0


def _binder(options: argparse.Namespace) -> int:
    from canasta_widgets import binder

    first = next(path.name for path in sorted(paths.lessons().glob("[0-9]*.ipynb")))
    print(binder.in_voila(options.repository, ref=options.ref))
    print(binder.in_lab(options.repository, first, options.ref))
    print(binder.badge(options.repository, options.ref))
    return 0


def _picture(options: argparse.Namespace) -> int:
    from canasta_widgets.picture import picture
    from canasta_widgets.walk import checked

    position = checked(options.position)
    names = position.profile.seat_names
    if options.seat and options.seat not in names:
        message = _("{seat!r} is no seat; the seats are {wanted}")
        raise ValueError(message.format(seat=options.seat, wanted=" ".join(names)))
    seat = names.index(options.seat) if options.seat else position.seat
    target = options.to and _target(options.to, ".svg")
    drawn = picture(position, seat, title=options.title, four_colours=options.four_colours)
    if target:
        _write(target, drawn + "\n")
    else:
        print(drawn)
    return 0


def _target(path: Path, suffix: str) -> Path:
    """A file to write, before any work is done for it. Raises ValueError if its name is not of that kind."""
    if path.suffix != suffix:
        raise ValueError(_("{file}: the name must end in {suffix}").format(file=path, suffix=suffix))
    if not path.parent.is_dir():
        raise ValueError(_("{file}: there is no folder {folder}").format(file=path, folder=path.parent))
    return path


def _write(target: Path, text: str) -> None:
    try:
        target.write_text(text, "utf-8", newline="\n")
    except OSError as fault:
        raise OSError(_("{file} cannot be written: {why}").format(file=target, why=fault.strerror)) from None


if __name__ == "__main__":
    sys.exit(main())
