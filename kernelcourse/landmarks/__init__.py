"""What chapter 16, Beyond n²: landmarks and random features, proves, asks and draws."""
