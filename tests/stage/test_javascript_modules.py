"""Unit tests of the stage's JavaScript modules, imported into an empty page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from pages.hosting.components import files_path
from tests.support.network import Watch

IMPORT = f"const load = (name) => import(`{files_path()}/${{name}}.js`);"
EMPTY = "<!DOCTYPE html><html lang=en><link rel=icon href=data:,><body></body></html>"
STAGE = """
const { Stage } = await load('core');
const labels = {
  stage: 'Stage', transport: 'Steps', first: 'First', back: 'Back', play: 'Play', pause: 'Pause',
  forward: 'Forward', last: 'Last', step: 'Step', title: 'Step {step}', jump: 'Go to', stop: 'Tie',
  speed: 'Speed', speeds: [[1, 'slow'], [0.5, 'fast']], keys: 'Keys',
  present: { present: 'Present', more_rows: ['1', '{n}'], more_words: ['1', '{n}'] },
  shortcuts: [], close: 'Close', predict: 'Predict', hold: 'Hold', reveal: 'Show',
  count: 'Count', check: 'Check',
};
// A stage whose blocks a test delivers itself: `give(number)`, `fail(number)`.
const make = (last, size, { now = false, quiz = {} } = {}) => {
  const made = { asked: [], drawn: [], steps: [], told: [], missing: 0 };
  const waiting = new Map();
  const block = (number) => {
    const first = number * size;
    const steps = Array.from({ length: size }, (_, i) =>
      ({ at: first + i, announce: `${first + i}`, quiz: quiz[first + i] }));
    return { first, steps };
  };
  const settled = () => new Promise((done) => setTimeout(done));
  made.give = (number) => { waiting.get(number)[0](block(number)); return settled(); };
  made.fail = (number) => { waiting.get(number)[1](new Error('lost')); return settled(); };
  made.settled = settled;
  made.stage = new Stage({
    root: document.body, head: { last, size, stops: [2, 9], labels },
    source: (number) => {
      made.asked.push(number);
      if (now) return Promise.resolve(block(number));
      return new Promise((...ends) => waiting.set(number, ends));
    },
    renderer: () => ({
      draw: (record, block, step) => made.drawn.push([record.at, step]),
      explain: (text, verdict, isAnswer) => isAnswer && made.told.push(text),
    }),
    onStep: (step) => made.steps.push(step),
    onLoadError: () => { made.missing += 1; },
    onView() {}, onModeChange() {}, onWords() {},
  });
  made.waits = () => made.stage.frame.classList.contains('waiting');
  return made;
};
"""


@pytest.fixture(scope="module")
def page(chromium, server) -> Iterator[Page]:
    """A page that all tests here share; each one loads it again."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    watch = Watch(context)
    page = context.new_page()
    page.route("**/empty", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    yield page
    context.close()
    assert not watch.seen


@pytest.fixture
def run(page, server) -> Callable[..., Any]:
    """Run JavaScript in an empty page, with `load(module)` and the value `given`."""
    page.goto(f"{server.url}/empty")

    def evaluate(script: str, given: object = None) -> Any:
        return page.evaluate(f"async (given) => {{ {IMPORT} {script} }}", given)

    return evaluate


def test_word_version_is_the_latest_up_to_the_step(run):
    cases = [([0, 3, 7], step, since) for step, since in [(0, 0), (2, 0), (3, 3), (6, 3), (7, 7)]]
    cases += [([0, 3, 7], 99, 7), ([0], 0, 0), ([0], 5, 0), ([2, 4], 3, 2)]
    given = [[[[since] for since in starts], step] for starts, step, _ in cases]
    script = (
        "const { versionAt } = await load('versions'); return given.map((c) => versionAt(...c));"
    )
    assert run(script, given) == [[since] for _, _, since in cases]


def test_wide_letter_counts_as_two_columns(run):
    cases = {"": 0, "abc": 3, "é": 1, "我們": 4, "안녕": 4, "a我b": 4, "カナ": 4, "👍": 2, "ab ": 3}
    script = "const { textWidth } = await load('dom'); return given.map(textWidth);"
    assert run(script, list(cases)) == list(cases.values())


SENTENCES = {
    "no quote": [["#text", "no quote"]],
    "\u2068ug\u2069 is new": [["#text", ""], ["BDI", "ug"], ["#text", " is new"]],
    "\u2068<b>x</b>\u2069 + \u2068&amp;\u2069": [
        ["#text", ""],
        ["BDI", "<b>x</b>"],
        ["#text", " + "],
        ["BDI", "&amp;"],
        ["#text", ""],
    ],
    "<i>all</i> is text": [["#text", "<i>all</i> is text"]],
}


def test_quoted_tokens_are_shown_as_text(run):
    script = """
      const { setSentence } = await load('dom');
      return given.map((sentence) => {
        const node = document.createElement('p');
        setSentence(node, sentence);
        return [...node.childNodes].map((part) => [part.nodeName, part.textContent]);
      });"""
    assert run(script, list(SENTENCES)) == list(SENTENCES.values())


def test_quote_has_corpus_language_and_unchanged_sentence_is_reused(run):
    script = """
      const { setSentence } = await load('dom');
      const node = document.createElement('p');
      node.dataset.textLang = 'ko';
      setSentence(node, 'one \\u2068하나\\u2069');
      const quote = node.firstElementChild;
      setSentence(node, 'one \\u2068하나\\u2069');
      return [quote.lang, node.firstElementChild === quote];"""
    assert run(script) == ["ko", True]


OWNERS = [  # control, reached by, key, does the control want it, is it typing
    ("<input id=here type=range class=own>", "Tab", "End", False, False),
    ("<input id=here type=range>", "Tab", "End", True, False),
    ("<input id=here type=range>", "pointer", "End", False, False),
    ("<input id=here>", "pointer", "End", True, True),
    ("<select id=here></select>", "Tab", "End", True, True),
    ("<select id=here></select>", "pointer", "End", False, True),
    ("<button id=here></button>", "Tab", " ", True, False),
    ("<button id=here></button>", "Tab", "End", False, False),
    ("<label><input id=here type=radio></label>", "Tab", "Home", False, False),
    ("<div role=menu><p id=here></p></div>", "pointer", "ArrowRight", True, False),
    ("<p id=here></p>", "Tab", "ArrowRight", False, False),
]


@pytest.mark.parametrize("shadow", [False, True])
def test_key_goes_to_stage_or_control(run, shadow):
    script = """
      const { isTyping, wantsKey, watchModality } = await load('keys');
      const watching = new AbortController();
      watchModality(watching.signal);
      const [cases, shadow] = given;
      const send = (node, event) => node.dispatchEvent(event);
      const result = cases.map(([html, reach, key]) => {
        const box = document.createElement('div');
        document.body.append(box);
        const root = shadow ? box.attachShadow({ mode: 'open' }) : box;
        root.innerHTML = html;
        const here = root.querySelector('#here');
        const more = { bubbles: true, composed: true };
        if (reach === 'Tab') send(here, new KeyboardEvent('keydown', { key: 'Tab', ...more }));
        else send(here, new PointerEvent('pointerdown', more));
        let found;
        const look = (event) => {
          found = [wantsKey(event, root.querySelector('.own')), isTyping(event)];
        };
        window.addEventListener('keydown', look, { capture: true, once: true });
        send(here, new KeyboardEvent('keydown', { key, ...more }));
        box.remove();
        return found;
      });
      watching.abort();
      return result;"""
    wanted = [list(case[3:]) for case in OWNERS]
    assert run(script, [[case[:3] for case in OWNERS], shadow]) == wanted


def test_blocks_are_requested_once_and_prefetched(run):
    found = run(f"""{STAGE}
      const {{ stage, asked, drawn, steps, ...made }} = make(11, 4);
      stage.go(0);
      stage.go(1);
      stage.go(0);
      const first = [...asked];
      const waits = made.waits();
      await made.give(0);
      stage.go(1);
      const ahead = [...asked];
      stage.go(2);
      stage.go(3);
      stage.go(4);
      const waitsAgain = made.waits();
      await made.give(1);
      stage.go(5);
      return {{ first, waits, ahead, waitsAgain, asked, drawn, steps, end: made.waits() }};""")
    assert found == {
        "first": [0],
        "waits": True,
        "ahead": [0],
        "waitsAgain": True,
        "asked": [0, 1],
        "drawn": [[k, k] for k in range(6)],
        "steps": [0, 1, 0, 1, 2, 3, 4, 5],
        "end": False,
    }


def test_step_is_clamped(run):
    found = run(f"""{STAGE}
      const {{ stage, drawn, steps, settled }} = make(11, 4, {{ now: true }});
      for (const step of [-5, 99, 99, 0]) {{ stage.go(step); await settled(); }}
      return [steps, drawn];""")
    assert found == [[0, 11, 0], [[0, 0], [11, 11], [0, 0]]]


def test_opened_place_is_not_taken_by_the_stage_of_before(run):
    result = run("""
      const steps = await load('steps');
      steps.expect(location.pathname, 'position=4');
      const before = steps.stepOf('word', 'hugs', 'position', false);  // its records came late
      steps.setStep('word', 'hugs', 0);
      const opened = steps.stepOf('word', 'hug', 'position');
      steps.setStep('word', 'hug', 2);
      return [before, opened, steps.stepOf('word', 'hug', 'position')];""")
    assert result == [0, 4, 2]


def test_opened_place_comes_before_a_step_that_the_stage_notes_late(run):
    result = run("""
      const steps = await load('steps');
      steps.expect(location.pathname, 'position=4');
      steps.setStep('word', 'hug', 0);  // a block arrived, and the stage is now where it was going
      return steps.stepOf('word', 'hug', 'position');""")
    assert result == 4


def test_twelve_blocks_are_cached(run):
    found = run(f"""{STAGE}
      const {{ stage, asked, drawn, settled }} = make(40, 1, {{ now: true }});
      const go = async (step) => {{
        const before = asked.length;
        stage.go(step);
        await settled();
        return asked.slice(before);
      }};
      for (let k = 0; k <= 20; k += 1) await go(k);
      const result = {{ forward: [...asked], kept: await go(10), forgotten: await go(8) }};
      return {{ ...result, drawn: drawn.length, last: drawn.at(-1) }};""")
    assert found == {
        "forward": list(range(21)),
        "kept": [],
        "forgotten": [8, 7],
        "drawn": 23,
        "last": [8, 8],
    }


def test_missing_block_is_requested_again(run):
    found = run(f"""{STAGE}
      const {{ stage, asked, drawn, ...made }} = make(11, 4);
      const {{ give, fail }} = made;
      stage.go(0);
      await fail(0);
      const lost = [[...asked], [...drawn], stage.shown];
      stage.show();
      await give(0);
      return [lost, asked, drawn];""")
    assert found == [[[0], [], -1], [0, 0], [[0, 0]]]


def test_only_the_needed_block_is_reported_missing(run):
    found = run(f"""{STAGE}
      const made = make(11, 4);
      const {{ stage, give, fail }} = made;
      stage.go(0);
      await give(0);
      stage.go(8);
      stage.go(1);
      await fail(2);
      const left = made.missing;
      stage.go(9);
      await fail(2);
      return [left, made.missing];""")
    assert found == [0, 1]


def test_late_block_does_not_move_the_page(run):
    found = run(f"""{STAGE}
      const {{ stage, drawn, ...made }} = make(11, 4);
      const {{ give }} = made;
      stage.go(0);
      await give(0);
      stage.go(8);
      const ahead = [stage.target, stage.shown, made.waits()];
      stage.go(1);
      await give(2);
      const late = [stage.target, stage.shown, made.waits()];
      stage.go(8);
      return [ahead, late, drawn];""")
    assert found == [[8, 0, True], [1, 1, False], [[0, 0], [1, 1], [8, 8]]]


QUIZ = {
    "kind": "choice",
    "prompt": "Which pair is next?",
    "choices": [["p+u", False, "p+u has less"], ["u+n", True, "Right, u+n"]],
    "then": {
        "kind": "number",
        "prompt": "How often is it there?",
        "answers": ["1600"],
        "done": "1600.",
        "worked": "Not so.",
    },
}
GUESSES = {  # the user's actions, and what is reported (None: nothing yet)
    ("0",): "p+u has less",
    ("1",): None,
    ("1", "type 1600"): "1600.",
    ("1", "type 1,600"): "1600.",
    ("1", "type 1 600"): "1600.",
    ("1", "type １６００"): "1600.",
    ("1", "type 900 + 700 = 1600"): "1600.",
    ("1", "type 1601"): "Not so.",
    ("1", "type 900 + 700 = 1601"): "Not so.",
    ("1", "type "): "Not so.",
    ("1", "PageDown"): "Right, u+n",
    ("1", "Escape"): "Right, u+n",
    ("1", "ArrowLeft"): None,
    ("hold", "0"): None,
    ("hold", "0", "reveal"): "p+u has less",
    ("hold", "0", "1", "reveal"): None,
    ("hold", "0", "1", "reveal", "type 1600"): "1600.",
    ("hold", "1", "0", "reveal"): "p+u has less",
    ("hold", "reveal"): None,
    ("hold", "0", "close", "reveal"): None,
    ("no count", "1"): "Right, u+n",
}


def test_guess_is_reported_once(run):
    script = """
      const { Predict } = await load('predict');
      const [quiz, all] = given;
      return all.map((actions) => {
        const predict = new Predict({}, () => {});
        document.body.append(predict.panel);
        const told = [];
        predict.ask(actions[0] === 'no count' ? { ...quiz, then: undefined } : quiz,
          (text, isRight) => told.push([text, isRight]));
        for (const action of actions) {
          const [field, form] = [predict.panel.querySelector('input[type=text]'),
            predict.panel.querySelector('form')];
          if (action === 'hold') predict.hold.checked = true;
          else if (action === 'reveal') predict.reveal();
          else if (action === 'close') predict.close();
          else if (/^[01]$/.test(action)) predict.panel.querySelectorAll('.choice')[action].click();
          else if (action.startsWith('type')) {
            field.value = action.slice(5);
            form.requestSubmit();
          } else if (action !== 'no count') {
            field.dispatchEvent(new KeyboardEvent('keydown', { key: action, bubbles: true }));
          }
        }
        predict.panel.remove();
        return told;
      });"""
    found = run(script, [QUIZ, [list(actions) for actions in GUESSES]])
    right = ("1600.", "Right, u+n")
    wanted = [[[told, told in right]] if told else [] for told in GUESSES.values()]
    assert dict(zip(GUESSES, found, strict=True)) == dict(zip(GUESSES, wanted, strict=True))


def test_predict_asks_before_steps_with_a_question(run):
    found = run(
        f"""{STAGE}
      const {{ stage, drawn, told, settled }} = make(11, 12, {{ now: true, quiz: {{ 2: given }} }});
      stage.go(0);
      await settled();
      stage.predict.set(true);
      const seen = [];
      const act = (name) => {{
        stage.act(name);
        seen.push([name, stage.target, stage.predict.isAsking]);
      }};
      for (const name of ['forward', 'forward', 'back', 'forward', 'forward']) act(name);
      stage.predict.panel.querySelector('.choice').click();
      seen.push(['answer', stage.target, stage.predict.isAsking]);
      act('forward');
      stage.predict.set(false);
      act('first');
      act('forward');
      act('forward');
      return [seen, told];""",
        QUIZ,
    )
    assert found == [
        [
            ["forward", 1, False],
            ["forward", 1, True],
            ["back", 0, False],
            ["forward", 1, False],
            ["forward", 1, True],
            ["answer", 2, False],
            ["forward", 3, False],
            ["first", 0, False],
            ["forward", 1, False],
            ["forward", 2, False],
        ],
        ["p+u has less"],
    ]


DICTIONARY = {
    "Browse files": "選擇檔案",
    "{it} characters left": "還剩 {it} 個字",
    "Limit {it} per file": "每個檔案最多 {it}",
}
SAID = {  # as Streamlit says it -> as it is then read
    "<p>Browse files</p>": "選擇檔案",
    "<p> Browse files </p>": "選擇檔案",
    "<p>Browse  files</p>": "Browse  files",
    "<p>12 characters left</p>": "還剩 12 個字",
    "<p>$&amp; $1 characters left</p>": "還剩 $& $1 個字",
    "<p> characters left</p>": " characters left",
    "<p>Limit 20MB per file</p>": "每個檔案最多 20MB",
    "<p>toString</p>": "toString",
    "<textarea>Browse files</textarea>": "Browse files",
    "<code>Browse files</code>": "Browse files",
    "<p data-testid=stText>Browse files</p>": "Browse files",
    "<p data-testid=stMarkdownContainer>Browse files</p>": "Browse files",
    "<p data-testid=stFileUploader><b data-testid=stMarkdownContainer>Browse files</b>": "選擇檔案",
}


@pytest.mark.parametrize("later", [False, True])
def test_streamlit_strings_are_translated_but_user_text_is_not(run, later):
    script = """
      const { translateStreamlit } = await load('streamlit_strings');
      const [dictionary, all, later] = given;
      if (later) translateStreamlit(dictionary);
      const boxes = all.map((html) => {
        const box = document.createElement('div');
        box.innerHTML = html;
        document.body.append(box);
        return box;
      });
      if (!later) translateStreamlit(dictionary);
      await new Promise((done) => setTimeout(done));
      const said = boxes.map((box) => box.textContent);
      translateStreamlit({});
      return [said, boxes.map((box) => box.textContent)];"""
    said, english = run(script, [DICTIONARY, list(SAID), later])
    assert dict(zip(SAID, said, strict=True)) == SAID
    assert [text.strip() for text in english][:2] == ["Browse files", "Browse files"]


def test_accessible_names_are_translated(run):
    script = """
      const { translateStreamlit } = await load('streamlit_strings');
      const button = document.createElement('button');
      button.setAttribute('aria-label', 'Browse files');
      document.body.append(button);
      const names = [];
      const note = async () => {
        await new Promise((done) => setTimeout(done));
        names.push(button.getAttribute('aria-label'));
      };
      translateStreamlit(given);
      await note();
      button.setAttribute('aria-label', '3 characters left');
      await note();
      translateStreamlit({ 'Browse files': '파일 선택', '{it} characters left': '{it}자 남음' });
      await note();
      translateStreamlit({});
      await note();
      return names;"""
    wanted = ["選擇檔案", "還剩 3 個字", "3자 남음", "3 characters left"]
    assert run(script, DICTIONARY) == wanted


TOUR = """
const { Tour } = await load('tour');
const { setPresented } = await load('present');
const frame = document.createElement('section');
frame.style = 'position: fixed; left: 0; top: 0; width: 600px; height: 760px';
document.body.append(frame);
const target = (name, [left, top, width, height]) => {
  const made = document.createElement('button');
  made.className = name;
  made.style = `position: absolute; padding: 0; border: 0; left: ${left}px; top: ${top}px;
    width: ${width}px; height: ${height}px`;
  const controls = document.createElement('div');
  controls.className = 'main-controls';
  controls.append(made);
  frame.append(controls);
  return made;
};
const tourOf = (stops) => {
  const tour = new Tour(frame, stops, { tour: 'Tour', next: 'Next', done: 'Done', leave: 'Leave' });
  tour.note.style = 'position: absolute; margin: 0; padding: 0; width: 200px; height: 100px';
  return tour;
};
"""


def test_tour_visits_every_stop_and_is_offered_once(run):
    found = run(f"""{TOUR}
      localStorage.removeItem('merge-by-merge-tour');
      const one = target('one', [10, 10, 50, 30]), two = target('two', [10, 60, 50, 30]);
      let clicks = 0;
      const tour = tourOf([['.one', 'First.'], ['.two', 'Second.']]);
      one.addEventListener('click', () => {{ clicks += 1; tour.afterStep(); }});
      const state = () => [tour.note.hidden, tour.text.textContent, tour.next.textContent,
        one.matches('.pointed'), two.matches('.pointed')];
      const seen = [];
      const offered = () => {{ tour.offer(); tour.afterStep(); seen.push(state()); }};
      tour.offer();
      seen.push(state());
      tour.go(0);
      seen.push(state());
      tour.next.click();
      seen.push(state());
      tour.afterStep();
      seen.push(state());
      tour.next.click();
      seen.push(state());
      offered(); // it was seen
      localStorage.removeItem('merge-by-merge-tour');
      offered(); // the step makes the first stop superfluous
      tour.end();
      localStorage.removeItem('merge-by-merge-tour');
      localStorage.setItem('merge-by-merge-course', '{{"place": {{"part": "a", "chapter": 1}}}}');
      offered(); // the course was started
      localStorage.removeItem('merge-by-merge-course');
      setPresented(true);
      offered(); // the class sees the page
      setPresented(false);
      return [seen, clicks];""")
    first = [False, "First.", "Next", True, False]
    second = [False, "Second.", "Done", False, True]
    gone = [True, "Second.", "Done", False, False]
    unseen = [True, "", "", False, False]
    assert found == [[unseen, first, second, second, gone, gone, second, gone, gone], 1]
