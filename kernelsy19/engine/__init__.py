"""How it is fast: Gram matrices in blocks, SMO, eigenvalues, low rank, threads. It knows arrays, and no chapter."""
