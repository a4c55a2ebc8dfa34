"""Two kernels inside of neural networks: that of attention, and that of a wide layer (appendix E)."""

from kernelsy19.networks.equations import arc_cosine, attention, attention_kernel, kernel_average, relu_features
