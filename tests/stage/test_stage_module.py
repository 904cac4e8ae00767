"""Unit tests of the stage itself, whose blocks of steps a test delivers."""

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
