# Bandwidth matrices, densities and contour levels of package ks.

source("tools/oracles/common.R")
suppressMessages(library(ks))

samples <- list(faithful = as.matrix(faithful), iris = as.matrix(iris[, 2:3]))
at <- list(
  faithful = rbind(c(2, 55), c(4.4, 80), c(3.2, 68), c(1.6, 43), c(5.1, 96), c(0, 0)),
  iris = rbind(c(3, 1.5), c(2.8, 4.5), c(3.4, 3), c(2, 7), c(4.4, 1), c(3, 5))
)
shares <- c(25, 50, 75, 95, 99)

# gsamse() finds psi_r of order 6 by the place of r among the 7 multi-indices; the vector that psifun2() hands it has
# 64 entries, one for each sequence of six axes. These two look-ups replace names that gsamse() calls: which.mat()
# searches the 64, and is.even() lets multi-indices with odd entries into the sum of squared biases.
gsamse_as_it_is <- ks:::gsamse
by_index <- list(which.mat = function(r, mat) {
  sequences <- ks:::dmvnorm.deriv(x = rep(0, length(r)), deriv.order = sum(r), only.index = TRUE)
  ks:::which.mat(r, sequences)[1]
})
all_indices <- list(is.even = function(x) TRUE)

Hpi_with <- function(x, replaced) {
  names_first <- list2env(replaced, parent = asNamespace("ks"))
  changed <- gsamse_as_it_is
  environment(changed) <- names_first
  assignInNamespace("gsamse", changed, "ks")
  on.exit(assignInNamespace("gsamse", gsamse_as_it_is, "ks"))
  H <- Hpi(x)
  Hpi(x, Hstart = H)  # optim() stops early: go on from where it stopped
}

# psi_r of order 6 as psifun2() has them: those for each r, and those that gsamse() reads for it.
sixth <- function(x) {
  z <- ks:::pre.sphere(x)
  g <- ks:::gsamse(var(z), n = nrow(z), modr = 6)
  psi <- ks:::kfe(x = z, G = g^2 * diag(2), deriv.order = 6, deriv.vec = TRUE, binned = FALSE, add.index = FALSE)
  r <- ks:::dmvnorm.deriv(x = rep(0, 2), deriv.order = 6, add.index = TRUE, deriv.vec = FALSE, only.index = TRUE)
  found_by <- function(which.mat) psi[apply(r, 1, which.mat, mat = r)]
  list(
    pilot = g,
    length = length(psi),
    indices = r,
    by_index = found_by(by_index$which.mat),
    looked_up = found_by(ks:::which.mat)
  )
}

values <- lapply(setNames(names(samples), names(samples)), function(name) {
  x <- unname(samples[[name]])
  H <- Hpi(x)
  fhat <- kde(x, H = H, eval.points = at[[name]], binned = FALSE)
  on_grid <- kde(x, H = H)
  levels <- function(approx) unname(contourLevels(on_grid, cont = shares, approx = approx))
  list(
    data = fingerprint(x),
    Hns = Hns(x),
    Hpi = H,
    Hpi_even_by_index = Hpi_with(x, by_index),
    Hpi_all_by_index = Hpi_with(x, c(by_index, all_indices)),
    sixth_order = sixth(x),
    at = at[[name]],
    density = fhat$estimate,
    cont = shares,
    levels = levels(FALSE),
    levels_from_grid = levels(TRUE)
  )
})

# One variable: the same two stages in KernSmooth, on a grid so fine that binning does not show. With its default,
# truncate = TRUE and the range of the data, dpik() leaves the largest point out.
x <- faithful$eruptions
fine <- function(x, ...) KernSmooth::dpik(x, scalest = "stdev", gridsize = 50001L, ...)
values$one_variable <- list(
  data = fingerprint(x),
  dpik = fine(x, truncate = FALSE),
  dpik_default = fine(x),
  hpi = hpi(x)
)

write_oracle(
  "ks", "Hns, Hpi, kde and contourLevels of ks for faithful and iris[, 2:3]; dpik for faithful$eruptions",
  c("ks", "KernSmooth", "jsonlite"), values
)
