"""Make `japanese_vowels.npz` from the wheel of the Python package aeon.

pip download --no-deps --dest ARCHIVES aeon==1.6.0
python tools/data_japanese_vowels.py ARCHIVES/aeon-1.6.0-py3-none-any.whl
"""

import sys
import zipfile

import numpy as np
from data_checksums import FOLDER, bytes_apart, require_digest, write_checksums, write_npz

MEMBER = "aeon/datasets/data/JapaneseVowels/JapaneseVowels_{}.ts"
SHA256 = {
    "TRAIN": "68a430eabd919cc77f40b1f5f3bc0dcafacc1486bca9260785aeb7d262cc78cd",
    "TEST": "b3d41d6a0ca3bcad3afb9ca7d4365382aa51341e2e58bae2a574babdda5b9462",
}


def read_part(text):
    """Return the frames of all utterances below each other in millionths, the lengths, and the speakers from 0."""
    frames, lengths, speakers = [], [], []
    for line in text.partition("@data\n")[2].splitlines():
        *coefficients, speaker = line.split(":")
        utterance = np.array([values.split(",") for values in coefficients], dtype=float).T
        frames.append(np.rint(utterance * 1e6).astype(np.int32))
        lengths.append(len(utterance))
        speakers.append(int(speaker) - 1)
    return np.vstack(frames), np.array(lengths, dtype=np.uint8), np.array(speakers, dtype=np.uint8)


def main(wheel):
    arrays = {}
    for part, digest in SHA256.items():
        member = MEMBER.format(part)
        content = zipfile.ZipFile(wheel).read(member)
        require_digest(content, digest, member)
        frames, lengths, speakers = read_part(content.decode("ascii").replace("\r\n", "\n"))
        found = {"millionths": bytes_apart(frames.T), "lengths": lengths, "speaker": speakers}
        arrays |= {f"{part.lower()}_{what}": array for what, array in found.items()}
    write_npz(FOLDER / "japanese_vowels.npz", arrays)
    write_checksums()


if __name__ == "__main__":
    main(*sys.argv[1:])
