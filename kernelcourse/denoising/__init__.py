"""What chapter 09, De-noising, proves, asks and draws."""
