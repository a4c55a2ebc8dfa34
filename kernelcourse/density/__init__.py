"""What chapter 02, Density, proves, asks and draws."""
