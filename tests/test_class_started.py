"""The command `class`: what it takes from its line and from the environment, and what it refuses."""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from canasta_widgets import app
from processes import free_port


@pytest.mark.parametrize("path", ["/a b/", "http://school.example/canasta/", "/a(b", "..", "/x/../y/", "/%2e/", "/é/"])
def test_a_base_url_that_is_none(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What a proxy could not pass on as it is, or leads elsewhere, is refused; the sentence shows a good one."""
    assert app.main(["class", "--base-url", path]) == 1
    said = capsys.readouterr().err
    assert path in said
    assert "such as /canasta/" in said


@pytest.mark.parametrize("ip", ["300.1.1.1", "192.0.2.7"])
def test_an_address_of_no_machine_here(ip: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An address that cannot be listened at is not blamed on the port."""
    assert app.main(["class", "--ip", ip]) == 1
    said = capsys.readouterr().err
    assert f"{ip} is no address of this machine" in said
    assert "--ip 0.0.0.0" in said


def started(monkeypatch: pytest.MonkeyPatch, *arguments: str, **told: str) -> tuple[Any, dict[str, Any], str]:
    """The room and the configuration that `class` would serve, and what it says then; the environment is ``told``."""
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    served: list[Any] = []

    def serve(configuration: dict[str, Any], ready: Any, room: Any) -> None:
        served.extend((room, configuration))
        with contextlib.redirect_stdout(out):
            ready()

    out = io.StringIO()
    monkeypatch.setattr(app, "_run", serve)
    assert app.main(["class", "--ip", "127.0.0.1", "--port", str(free_port()), *arguments]) == 0
    return served[0], served[1], out.getvalue()


def test_a_class_heeds_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Password, secret and database are taken from the environment, and out of it, lest kernels see them."""
    told = {
        "CANASTA_CLASS_PASSWORD": "rote Drei",
        "CANASTA_SECRET": "drei rote/ä?&x",
        "CANASTA_DATABASE": "sqlite:////srv/one.sqlite",
    }
    room, _configuration, said = started(monkeypatch, **told)
    assert (room.password, room.secret, room.database) == tuple(told.values())
    assert told.keys().isdisjoint(os.environ)
    assert parse_qs(urlsplit(said.split()[-1]).query) == {"secret": ["drei rote/ä?&x"]}


def test_the_command_line_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command line says counts before the environment; without both a secret is made anew."""
    told = {"CANASTA_CLASS_PASSWORD": "one", "CANASTA_DATABASE": "sqlite:////srv/one.sqlite"}
    arguments = ("--password", "two", "--database", "sqlite:////srv/two.sqlite", "--base-url", "a//b")
    room, configuration, said = started(monkeypatch, *arguments, **told)
    assert (room.password, room.database) == ("two", "sqlite:////srv/two.sqlite")
    assert told.keys().isdisjoint(os.environ)
    assert configuration["Voila"]["base_url"] == "/a/b/"
    assert f"/a/b/voila/render/present.ipynb?secret={room.secret}" in said
    assert len(room.secret) >= 16
    assert started(monkeypatch)[0].secret != room.secret


@pytest.mark.parametrize("secret", ["kurz", "with\ta tab", "x" * 201])
def test_a_secret_that_is_none(
    secret: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A secret that could be guessed, or not be typed, is refused and not repeated."""
    monkeypatch.setenv("CANASTA_SECRET", secret)
    assert app.main(["class"]) == 1
    said = capsys.readouterr().err
    assert "CANASTA_SECRET, which opens the presenter's page, has 8 to 200 characters" in said
    assert secret not in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--learners", "0"), "--learners 0: one server takes 1 to"),
        (("--password", "a\tb"), "--password (or CANASTA_CLASS_PASSWORD) has up to"),
        (("--today", "02-melt"), "--today: 02-melt.ipynb is no page of"),
        (("--port", "70000"), "--port 70000: it is not within"),
    ],
)
def test_options_that_cannot_be(arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal names the option, and what would be right."""
    assert app.main(["class", *arguments]) == 1
    assert told in capsys.readouterr().err


def test_numbers_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    """A number that is none is named together with its option."""
    with pytest.raises(SystemExit):
        app.main(["class", "--learners", "many"])
    assert "--learners: 'many' is no whole number" in capsys.readouterr().err


def test_words_of_the_environment(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Kernels of an unknown kind are refused; a language without texts is named, and the lessons are served."""
    served: list[Any] = []
    monkeypatch.setenv("JUPYTER_PATH", "")
    monkeypatch.setattr(app, "_serving", lambda: lambda *what: served.append(what))
    monkeypatch.setenv("CANASTA_KERNELS", "forked")
    assert app.main(["serve", "--port", str(free_port())]) == 1
    assert "CANASTA_KERNELS=ordinary" in capsys.readouterr().err
    monkeypatch.setenv("CANASTA_KERNELS", "ordinary")
    for language, told in (("xx", "CANASTA_LANGUAGE=xx: there are no texts in it"), ("en", "")):
        monkeypatch.setenv("CANASTA_LANGUAGE", language)
        assert app.main(["serve", "--port", str(free_port())]) == 0
        assert capsys.readouterr().err.startswith(told) if told else not capsys.readouterr().err
    assert len(served) == 2


def test_ctrl_c_before_it_serves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Who changes his mind while it starts sees no traceback."""

    def impatient(*_what: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "_run", impatient)
    assert app.main(["class", "--ip", "127.0.0.1", "--port", str(free_port())]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("command", ["serve", "class"])
def test_no_folder_for_jupyter(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where Jupyter cannot keep its folder no page could be shown, so nothing is served, and the way out is said."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("JUPYTER_PATH", "")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "file" / "jupyter"))
    assert app.main([command, "--port", str(free_port())]) == 1
    said = capsys.readouterr().err
    assert f"Jupyter's folder {tmp_path / 'file' / 'jupyter'} cannot be made" in said
    assert "JUPYTER_DATA_DIR" in said


def test_the_service_of_the_docs() -> None:
    """The environment that the unit in the docs sets is heeded, and names one folder that systemd makes."""
    unit = (Path(__file__).resolve().parents[1] / "docs" / "deploy" / "canasta.service").read_text("utf-8")
    told = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.M))
    state = re.findall(r"^StateDirectory=(\w+)$", unit, re.M)
    assert told == {"HOME": f"/var/lib/{state[0]}", "CANASTA_DATABASE": f"sqlite:////var/lib/{state[0]}/class.sqlite"}
