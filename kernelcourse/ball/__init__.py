"""What chapter 03, The minimum-volume ball, proves, asks and draws."""
