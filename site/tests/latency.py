"""Measure how long the site's explorers take from a slider to its pixels: `python site/tests/latency.py`.

Each explorer is moved 60 times, on this machine as it is and with its processor throttled four times. No test looks at
these times, for they are the machine's.
"""

import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOVES = 60
# From the event of the slider to the frame in which its pixels are on their way.
MEASURE = """async ([name, moves]) => {
    const live = document.querySelector(`[data-explorer=${name}] + .ks-site`);
    const sliders = [...live.querySelectorAll("input[type=range]:not(:disabled), select:not(:disabled)")];
    const draws = [];
    for (let k = 0; k < moves; k++) {
        const slider = sliders[k % sliders.length];
        const last = slider.matches("select") ? slider.options.length - 1 : Number(slider.max);
        slider.value = (Number(slider.value) + 1) % (last + 1);
        const from = performance.now();
        slider.dispatchEvent(new Event(slider.matches("select") ? "change" : "input"));
        live.querySelector("canvas").getContext("2d").getImageData(0, 0, 1, 1); // waits until all is drawn
        draws.push(performance.now() - from);
        await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    }
    return draws;
}"""


def main(names):
    sys.path += [str(ROOT / folder) for folder in ("tools", "tests/browser")]
    import lab
    import test_frames

    with lab.open_chromium() as browser:
        print(f"{'explorer':24}{'median':>8}{'p95':>8}   throttled four times:{'median':>8}{'p95':>8}   (ms)")
        for name in names or test_frames.NAMES:
            site = test_frames.Open(browser, name).show()
            told = []
            for rate in (1, 4):
                session = site.page.context.new_cdp_session(site.page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
                times = sorted(site.page.evaluate(MEASURE, [name, MOVES]))
                told += [statistics.median(times), times[int(0.95 * len(times))]]
            print(f"{name:24}{told[0]:8.1f}{told[1]:8.1f}{told[2]:32.1f}{told[3]:8.1f}", flush=True)
            site.close()


if __name__ == "__main__":
    main(sys.argv[1:])
