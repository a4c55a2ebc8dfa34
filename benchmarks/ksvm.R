# Time kernlab's one-class SVM: Rscript ksvm.R points.csv nu gamma tol alpha.csv
# Prints the seconds of one fit after one that warms up; writes the weights.
suppressMessages(library(kernlab))
arguments <- commandArgs(trailingOnly = TRUE)
X <- as.matrix(read.csv(arguments[1], header = FALSE))
numbers <- as.numeric(arguments[2:4])
fit <- function() {
  ksvm(X, type = "one-svc", kernel = "rbfdot", kpar = list(sigma = numbers[2]), nu = numbers[1], scaled = FALSE,
       tol = numbers[3], cache = 2000, fit = FALSE)
}
invisible(fit())
seconds <- system.time(model <- fit())[["elapsed"]]
alpha <- numeric(nrow(X))
alpha[SVindex(model)] <- alpha(model)
write.table(alpha, arguments[5], row.names = FALSE, col.names = FALSE)
cat(seconds)
