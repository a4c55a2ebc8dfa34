"""The exercises of chapter 17, one a file; what is said of known mistakes stands in ``hints.toml`` of this room."""
