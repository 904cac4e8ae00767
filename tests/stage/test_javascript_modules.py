"""Unit tests of the stage's JavaScript modules, imported into an empty page."""

import pytest


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
    "first \u2068u\u2069+\u2068g\u2069.": [  # one line
        ["#text", "first "],
        ["SPAN", "u+g"],
        ["#text", "."],
    ],
    "\u2068+\u2069 is a token": [["#text", ""], ["BDI", "+"], ["#text", " is a token"]],
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
