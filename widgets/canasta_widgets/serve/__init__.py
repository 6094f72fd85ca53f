"""Serving the lessons as a web app with Voilà."""
