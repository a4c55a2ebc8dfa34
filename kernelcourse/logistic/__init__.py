"""What chapter 11, Kernel logistic regression, proves, asks and draws."""
