"""What chapter 17, Comparing two samples, proves, asks and draws."""
