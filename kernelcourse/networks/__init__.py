"""What the appendix on kernels and neural networks proves and draws."""
