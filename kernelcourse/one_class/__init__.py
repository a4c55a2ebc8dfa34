"""What chapter 04, The one-class SVM at work, proves, asks and draws."""
