"""What chapter 07, Kernel PCA, proves, asks and draws."""
