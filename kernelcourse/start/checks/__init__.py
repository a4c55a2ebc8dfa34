"""The exercise of the first page; what is said of known mistakes stands in ``hints.toml`` of this room."""
