"""JupyterHub for a school: each learner has a server of his own, and the lessons open in Voilà.

Worked out for one machine, with the simple spawner and a login that lets everybody in: change both before others can
reach it (the lines are marked). What the lessons need is all below "The lessons".
"""

import os
import shutil
from pathlib import Path

from canasta_widgets import paths

c = get_config()  # noqa: F821

# -- The hub ---------------------------------------------------------------------------------------

c.JupyterHub.bind_url = os.environ.get("CANASTA_HUB", "http://127.0.0.1:8000/")
c.JupyterHub.hub_bind_url = os.environ.get("CANASTA_HUB_INSIDE", "http://127.0.0.1:8081")

# CHANGE: who may come in. ltiauthenticator signs in from a learning platform, oauthenticator with a school's accounts.
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {"teacher"}

# CHANGE: the simple spawner runs all as one user, so learners can read each other's files. On one machine take
# systemdspawner, on a cluster kubespawner (see values.yaml beside this file).
c.JupyterHub.spawner_class = "simple"
HOMES = Path(os.environ.get("CANASTA_HOMES", "homes")).resolve()
c.SimpleLocalProcessSpawner.home_dir_template = str(HOMES / "{username}")

# -- The lessons -----------------------------------------------------------------------------------

FOLDER = "canasta"  # in each learner's home
DATABASE = os.environ.get("CANASTA_DATABASE", f"sqlite:///{HOMES}/class.sqlite")  # PostgreSQL for more than one machine

c.Spawner.args = [f"--config={Path(__file__).with_name('jupyter_server_config.py')}"]
if os.getuid() == 0:
    c.Spawner.args.append("--allow-root")
c.Spawner.notebook_dir = "~"
c.Spawner.default_url = f"/voila/render/{FOLDER}/index.ipynb"
c.Spawner.http_timeout = 60
c.Spawner.mem_limit = "512M"  # heeded by spawners that can
# All answers go to one database; the address is what the presenter's page shows: it leads each to his own server.
c.Spawner.environment = {
    "JUPYTER_PATH": str(paths.JUPYTER),  # where Voilà finds the template that belongs to these lessons
    "CANASTA_DATABASE": DATABASE,
    "CANASTA_CLASS": c.JupyterHub.bind_url + "hub/user-redirect/",
}


def with_lessons(spawner):
    """Who comes for the first time gets a copy of the lessons, learners without the pages for teachers.

    The server of an admin shows what the class handed in.
    """
    if spawner.user.admin:
        spawner.environment = {**spawner.environment, "CANASTA_PRESENTS": "1"}
    home = HOMES / spawner.user.name
    home.mkdir(parents=True, exist_ok=True)
    if not (home / FOLDER / "index.ipynb").exists():
        unwanted = [] if spawner.user.admin else ["present.ipynb", "class-results.ipynb", "graded-cells.ipynb"]
        shutil.copytree(paths.lessons(), home / FOLDER, ignore=shutil.ignore_patterns(".ipynb_checkpoints", *unwanted))


c.Spawner.pre_spawn_hook = with_lessons
