"""Count which known mistakes occur in a class, from the diaries that students hand in, each a `my/progress.jsonl`.

python teaching/mistakes.py a-folder-with-one-file-a-student
"""

import sys
from collections import Counter
from pathlib import Path

from kernelcourse.desk.progress_file import done_so_far


def counted(folder):
    """Rows of key, hint, how many students made the mistake and how many times, the commonest first."""
    students, times = Counter(), Counter()
    for place in sorted(folder.glob("*.jsonl")):
        mistakes = done_so_far(place).mistakes
        students.update(mistakes.keys())
        times.update(mistakes)
    rows = [(*mistake, students[mistake], times[mistake]) for mistake in students]
    return sorted(rows, key=lambda row: (-row[2], -row[3], row[:2]))


if __name__ == "__main__":
    for key, hint, students, times in counted(Path(sys.argv[1])):
        print(f"{key}  {students:4} students, {times:5} times: {hint.splitlines()[0]}")
