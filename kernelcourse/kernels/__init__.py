"""What chapter 01, Kernels, proves, asks and draws."""
