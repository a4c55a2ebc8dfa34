# k-means, principal components and bandwidth rules of package stats.

source("tools/oracles/common.R")

clusters <- function(k) {
  set.seed(1)
  fit <- kmeans(faithful, k, nstart = 50, algorithm = "Lloyd", iter.max = 1000)
  by_first_axis <- order(fit$centers[, 1], fit$centers[, 2])
  list(
    tot.withinss = fit$tot.withinss,
    withinss = unname(fit$withinss[by_first_axis]),
    size = fit$size[by_first_axis],
    centers = unname(fit$centers[by_first_axis, ])
  )
}

axes <- prcomp(iris[, 1:4])
x <- faithful$eruptions

write_oracle(
  "stats", "kmeans for faithful, prcomp for iris, bw.nrd0, bw.nrd and bw.SJ for faithful$eruptions",
  c("stats", "jsonlite"),
  list(
    faithful = fingerprint(faithful),
    kmeans_2 = clusters(2),
    kmeans_3 = clusters(3),
    iris = fingerprint(iris[, 1:4]),
    prcomp = list(
      sdev = axes$sdev,
      rotation = unname(axes$rotation),
      center = unname(axes$center),
      rows = seq(0, 149, by = 15),
      scores = unname(axes$x[seq(1, 150, by = 15), ])
    ),
    bandwidths = list(
      sd = sd(x),
      iqr = IQR(x),
      nrd0 = bw.nrd0(x),
      nrd = bw.nrd(x),
      sj_dpi = bw.SJ(x, nb = 1000000L, method = "dpi")
    )
  )
)
