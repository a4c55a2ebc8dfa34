"""The office of the course: its contents, a reader's own work and progress, the extension of the Jupyter server."""
