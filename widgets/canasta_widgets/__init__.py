"""Shows canasta: the table, the lessons and the web app. It holds no rule; the engine in ``canasta`` decides."""
