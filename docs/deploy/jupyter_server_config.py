"""For the server of each learner: Voilà, an extension of it, is told what `canasta-tutor` tells it elsewhere."""

from canasta_widgets.serve.config import extension
from traitlets.config import Config

c = get_config()  # noqa: F821
c.merge(Config(extension()))
