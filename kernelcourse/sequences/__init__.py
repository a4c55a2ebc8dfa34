"""What chapter 14, Kernels of sequences, proves, asks and draws."""
