"""What chapter 13, Two-class SVDD, proves, asks and draws."""
