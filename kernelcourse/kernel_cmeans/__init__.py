"""What chapter 06, Kernel c-means, proves, asks and draws."""
