"""What chapter 10, Kernel ridge regression, proves, asks and draws."""
