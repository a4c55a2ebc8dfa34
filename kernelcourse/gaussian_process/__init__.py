"""What chapter 18, Error bars, proves, asks and draws."""
