"""What chapter 12, The perceptron and the SVM, proves, asks and draws."""
