"""What chapter 15, Fisher kernels, proves, asks and draws."""
