"""What chapter 08, Kernel PCA at work, proves, asks and draws."""
