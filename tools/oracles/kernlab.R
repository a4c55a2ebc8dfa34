# One-class SVM and kernel PCA of package kernlab.

source("tools/oracles/common.R")
suppressMessages(library(kernlab))

pima <- as.data.frame(read_points("pima"))
names(pima) <- c("glucose", "bmi")
call_of_the_lecture <- function(...) {
  set.seed(1)
  ksvm(~ glucose + bmi, data = pima, type = "one-svc", kernel = "rbfdot", nu = 0.1, kpar = list(sigma = 0.3), ...)
}
new_patients <- data.frame(
  glucose = c(100, 120, 140, 160, 190, 60, 45, 121.5),
  bmi = c(30, 32, 45, 25, 50, 22, 60, 32.5)
)
one_class <- function(model) {
  list(
    n_support = nSV(model),
    support = SVindex(model),
    alpha = alpha(model),
    offset = b(model),
    decision = drop(predict(model, new_patients, type = "decision")),
    error = error(model)
  )
}
exact <- call_of_the_lecture(tol = 1e-9)
default <- call_of_the_lecture()
raw <- call_of_the_lecture(tol = 1e-9, scaled = FALSE)
svm <- list(
  data = fingerprint(pima),
  new = unname(as.matrix(new_patients)),
  center = unname(scaling(exact)$x.scale$`scaled:center`),
  scale = unname(scaling(exact)$x.scale$`scaled:scale`),
  exact = one_class(exact),
  n_support_default_tol = nSV(default),
  decision_default_tol = one_class(default)$decision,
  # Some women share both values, and their weight may be split between them in any way: count pairs of values.
  n_distinct_support_raw = nrow(unique(pima[SVindex(raw), ])),
  offset_raw = b(raw)
)

components <- function(x, sigma, features, new) {
  x <- unname(as.matrix(x))
  model <- kpca(x, kernel = "rbfdot", kpar = list(sigma = sigma), features = features)
  rows <- seq(1, nrow(x), by = 7)
  list(
    data = fingerprint(x),
    sigma = sigma,
    eigenvalues = unname(eig(model)),
    rows = rows - 1,
    rotated = unname(rotated(model)[rows, ]),
    pcv = unname(pcv(model)[rows, ]),
    new = new,
    projected = unname(predict(model, new))
  )
}
flowers <- rbind(c(5, 3.5, 1.5, 0.3), c(6, 2.8, 4.5, 1.4), c(7, 3, 6, 2), c(5.5, 3, 3, 1), c(9, 9, 9, 9))
plane <- rbind(c(0, 0), c(0.5, -0.5), c(-0.7, 0.2), c(1.2, 1.1), c(-2, 3))

write_oracle(
  "kernlab", "ksvm(type = \"one-svc\") for pima, kpca for iris, spirals and three clusters",
  c("kernlab", "jsonlite"),
  list(
    one_class = svm,
    kpca = list(
      iris = components(iris[, 1:4], 0.2, 6, flowers),
      spirals = components(read_points("spirals"), 2, 6, plane),
      three_clusters = components(read_points("three_clusters"), 1, 6, plane)
    )
  )
)
