"""The exercises of chapter 15, one a file; what is said of known mistakes stands in ``hints.toml`` of this room."""
