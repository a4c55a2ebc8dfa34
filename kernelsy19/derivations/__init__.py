"""Verified derivations: each line of a proof is evaluated on data and holds to rounding, or says by how much not."""
