"""The data of the course: six real data sets of points, two of sequences, and five generators, each frozen.

>>> from kernelsy19 import datasets
>>> datasets.faithful().X.shape
(272, 2)
>>> datasets.pima().columns("glucose", "bmi").where_recorded().X.shape
(752, 2)

Importing reads nothing; each loader reads its file once, checks its SHA-256, and keeps the result.
"""

from kernelsy19.datasets.bundle import ChecksumError
from kernelsy19.datasets.dataset import Dataset, TrainTest
from kernelsy19.datasets.generators import circles, moons, parabola, spirals, three_clusters
from kernelsy19.datasets.large import ShiftedDigits, flights, generated_flights, shifted
from kernelsy19.datasets.loaders import co2, diabetes, faithful, iris, pima, usps
from kernelsy19.datasets.outliers import outlier_sets
from kernelsy19.datasets.sequence_sets import SequenceData, TrainTestSequences, country_names, japanese_vowels
from kernelsy19.datasets.tables import Table, table
