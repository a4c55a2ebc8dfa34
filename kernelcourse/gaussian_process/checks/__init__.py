"""The exercises of chapter 18, one a file; what is said of known mistakes stands in ``hints.toml`` of this room."""
