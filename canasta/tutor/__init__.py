"""Teaching without a screen: levels that prove themselves, their goals, hints and stars. It knows no Jupyter."""
