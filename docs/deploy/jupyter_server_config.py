"""For the server of each learner: Voilà, an extension of it, is told what `canasta-tutor` tells it elsewhere.

The second extension is the question to the class, answered below ``class/`` of each learner's own address.
"""

from canasta_widgets.serve.config import extension
from traitlets.config import Config

c = get_config()  # noqa: F821
c.merge(Config(extension()))
c.ServerApp.jpserver_extensions = {"canasta_widgets.serve.extension": True}
