"""What chapter 05, c-means, proves, asks and draws."""
