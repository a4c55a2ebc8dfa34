"""The first page: where the course begins."""
