# What the three scripts share: reading exported points, and writing values with their provenance.

options(digits = 15)
arguments <- commandArgs(trailingOnly = TRUE)
points_folder <- arguments[1]
output_folder <- arguments[2]

read_points <- function(name) {
  unname(as.matrix(read.csv(file.path(points_folder, paste0(name, ".csv")), header = FALSE)))
}

# Column sums and sums of squares, by which a test tells that both sides had the same points.
fingerprint <- function(x) {
  x <- as.matrix(x)
  list(n = nrow(x), sums = unname(colSums(x)), sums_of_squares = unname(colSums(x^2)))
}

write_oracle <- function(name, about, packages, values) {
  versions <- lapply(setNames(packages, packages), function(p) as.character(packageVersion(p)))
  values$provenance <- list(
    about = about,
    command = paste0("Rscript tools/oracles/", name, ".R POINTS tests/kernelsy19/oracles_r"),
    R = R.version.string,
    platform = R.version$platform,
    packages = versions,
    date = format(Sys.Date())
  )
  values <- values[c("provenance", setdiff(names(values), "provenance"))]
  path <- file.path(output_folder, paste0(name, ".json"))
  # One line to each value, so that a changed number shows in a diff without filling it.
  flat <- function(v) jsonlite::toJSON(v, digits = NA, auto_unbox = TRUE, matrix = "rowmajor")
  rows <- function(v, indent) {
    if (!is.list(v)) return(flat(v))
    lines <- mapply(function(key, value) paste0(indent, " \"", key, "\": ", rows(value, paste0(indent, " "))),
                    names(v), v)
    paste0("{\n", paste(lines, collapse = ",\n"), "\n", indent, "}")
  }
  writeLines(rows(values, ""), path)
}
