"""The site in Firefox: a chapter has its formulas, search and slides answer, an explorer follows the hand."""

import asyncio
import itertools
import json
import shutil
import subprocess
from pathlib import Path

import lab
import pytest
from tornado.websocket import websocket_connect

BUILD = Path(__file__).resolve().parents[2] / "build"
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = pytest.mark.skipif(FIREFOX is None, reason="Firefox is not here")
FORMULAS = """() => {
    const all = [...document.querySelectorAll('.bd-article .math')].filter((one) => one.offsetParent);
    const flat = all.filter((one) => one.querySelector('mfrac')?.getBoundingClientRect().height < 15);
    return [all.length, all.filter((one) => !one.querySelector('math')).length + flat.length];
}"""
LIVE = """async () => {
    document.querySelector('[data-explorer]').scrollIntoView();
    for (let k = 0; k < 100 && !document.querySelector('.ks-site .ks-said')?.textContent; k++)
        await new Promise((go) => setTimeout(go, 100));
    return document.querySelector('.ks-site .ks-said').textContent;
}"""
MOVE = """async () => {
    const [slider, handle] = ['input', '.ks-handle'].map((one) => document.querySelector(`.ks-site ${one}`));
    slider.value = slider.max;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const said = [];
    for (const key of ['ArrowRight', 'ArrowRight']) {
        await new Promise((go) => setTimeout(go, 600));
        said.push(document.querySelector('.ks-site .ks-said').textContent);
        handle.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }));
    }
    return said;
}"""
ASK = """async () => {
    const field = document.querySelector('main input[name=q]');
    field.value = 'duality gap';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    for (let k = 0; k < 100 && !document.querySelector('#search-results li'); k++)
        await new Promise((go) => setTimeout(go, 100));
    return document.querySelector('#search-results li > a').href;
}"""


async def see(port, visits):
    """What some functions of JavaScript return in some pages, and what the pages complain of.
    port: int, of WebDriver BiDi; visits: list of (address, list of str) → list of list, list of str"""
    for _ in range(100):
        try:
            socket = await websocket_connect(f"ws://127.0.0.1:{port}/session", max_message_size=1 << 28)
            break
        except OSError:
            await asyncio.sleep(0.2)
    numbers, said = itertools.count(1), []

    async def tell(method, **params):
        number = next(numbers)
        await socket.write_message(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(await socket.read_message())
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]
            if answer.get("params", {}).get("level") == "error":
                said.append(answer["params"]["text"])

    await tell("session.new", capabilities={})
    await tell("session.subscribe", events=["log.entryAdded"])
    context = (await tell("browsingContext.getTree"))["contexts"][0]["context"]
    found = []
    for address, functions in visits:
        await tell("browsingContext.navigate", context=context, url=address, wait="complete")
        for function in functions:
            asked = f"(async () => JSON.stringify(await ({function})()))()"
            options = {"target": {"context": context}, "awaitPromise": True}
            got = await tell("script.evaluate", expression=asked, **options)
            found.append(json.loads(got["result"]["value"]))
    await tell("browser.close")
    return found, said


def test_firefox_shows_a_chapter_answers_a_question_and_moves_an_explorer(tmp_path):
    port = lab.free_port()
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(tmp_path)]
    command.append(f"--remote-debugging-port={port}")
    chapter = BUILD / "site" / "notebooks" / "03_minimum_volume_ball.html"
    slides = BUILD / "slides" / "03_minimum_volume_ball.html"
    shown = "() => !!document.querySelector('section.present mjx-container, section.present h2')"
    visits = [
        (chapter.as_uri(), [FORMULAS, LIVE, MOVE]),
        ((BUILD / "site" / "search.html").as_uri(), [ASK]),
        (f"{slides.as_uri()}#/1", [shown]),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as firefox:
        try:
            (formulas, first, moved, answer, slide), said = asyncio.run(see(port, visits))
        finally:
            firefox.terminate()
    assert formulas[0] > 100 and formulas[1] == 0
    assert "radius" in first and len({first, *moved}) == 3  # by the slider, and by the hand
    assert "03_minimum_volume_ball" in answer and slide
    assert not said
