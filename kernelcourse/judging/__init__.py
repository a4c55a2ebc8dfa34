"""How an answer is judged: exercises, certificates of answers, limits of time and memory, grading apart."""
