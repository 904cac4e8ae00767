"""Every part of the course is played, with wrong answers and with right ones."""

import re

from pages.course.course import chapters, find_part
from pages.course.parts import Part
from pages.hosting.components import files_path
from pages.translations.language import LANGUAGES
from tests.support.course import asked_of
from tests.support.waiting import expect

# Plays all parts in the panel, without a stage, and returns what is wrong with them.
PLAY = """async ([files, lang]) => {
  const { PartView } = await import(`${files}/guide_part.js`);
  const data = await (await fetch(`${files}/guide/${lang}/course`)).json();
  const wrong = [];
  const check = (part) => async (word) => {
    const query = new URLSearchParams({ word });
    return (await fetch(`${files}/guide/${lang}/check/${part.name}?${query}`)).json();
  };
  const play = async (part, answers) => {
    const seen = { said: [], how: "", hints: 0 };
    const given = [];
    const view = new PartView(part, data.labels, {
      given,
      check: check(part),
      onFinish: (how) => { seen.how += how; },
      onHint: () => { seen.hints += 1; },
      onNext() {},
    });
    seen.before = view.node.textContent;
    for (const answer of answers) {
      await view.answer(answer);
      seen.said.push(view.feedback.textContent);
    }
    view.end();
    // After other parts, the answers are still there.
    const onFinish = () => wrong.push([part.name, "was finished twice"]);
    const later = new PartView(part, data.labels, { given, onFinish, onHint() {} });
    later.restore();
    const isSame = later.feedback.textContent === view.feedback.textContent
      && later.node.querySelector("input")?.value === (given.at(-1)?.text)
      && later.isFinished === view.isFinished;
    const isTyped = later.node.querySelector("input");
    if (!view.feedback.querySelector(".note") && isTyped && !isSame) {
      wrong.push([part.name, "was not restored", given, later.node.textContent]);
    }
    later.end();
    return seen;
  };
  const wrongWord = async (part) => {
    for (const word of ["\\u2605", "hug", "a", "xyz"]) {
      if (!(await check(part)(word)).right) return word;
    }
  };
  const plain = (text) => text.replace(/[\\u2068\\u2069]/g, "");
  for (const part of data.chapters.flatMap((chapter) => chapter.parts)) {
    const { task } = part;
    const { choices = [] } = task;
    const chosen = (isRight) => choices.filter((each) => each[1] === isRight);
    const right = task.answers ?? chosen(true).map(([text]) => text);
    const known = choices.length ? chosen(false).map(([text, , why]) => [text, why])
      : Object.entries(task.mistakes ?? {});
    for (const answer of right) {
      const { said, how } = await play(part, [answer]);
      if (how !== "solved" || !said[0].includes(plain(task.done))) wrong.push([part.name, answer]);
    }
    if (task.kind === "step") continue;
    const unknown = task.kind === "number" ? ["987654", "1/987654"] : ["no", "nothing"];
    for (const [mistake, why] of known) {
      const { said, how } = await play(part, [mistake]);
      if (how || !said[0].includes(plain(why))) wrong.push([part.name, mistake, said[0]]);
    }
    const mistakes = [...known.map(([text]) => text), ...unknown, "none of them"].slice(0, 3);
    if (task.kind === "word") mistakes.fill(await wrongWord(part));
    const { before, said, how, hints } = await play(part, mistakes);
    const [hint, worked] = [plain(task.hint), plain(task.worked)];
    const isFine = !before.includes(worked) && !said[0].includes(worked) && !said[0].includes(hint)
      && said[1].includes(hint) && !said[1].includes(worked) && said[2].includes(worked)
      && how === "shown" && hints === 1;
    if (!isFine) wrong.push([part.name, before, ...said, how, hints]);
  }
  return wrong;
}"""
# Chooses the options of all parts in one language, and returns those that another language shows.
CHOOSE = """async ([files, lang, other]) => {
  const { PartView } = await import(`${files}/guide_part.js`);
  const shown = {};
  const load = async (each) => {
    const { chapters, labels } = await (await fetch(`${files}/guide/${each}/course`)).json();
    const parts = chapters.flatMap(({ parts }) => parts).filter(({ task }) => task.choices);
    return { parts, labels };
  };
  const [here, there] = [await load(lang), await load(other)];
  for (const [i, part] of here.parts.entries()) {
    const given = [];
    const events = { given, onFinish() {}, onHint() {} };
    const view = new PartView(part, here.labels, events);
    const { choices } = part.task;
    const letters = "ABCDEF";
    const wrong = choices.findIndex(([, isRight]) => !isRight);
    const right = choices.findIndex(([, isRight]) => isRight);
    for (const at of [wrong, right]) view.node.querySelectorAll(".option")[at].click();
    view.end();
    const later = new PartView(there.parts[i], there.labels, events);
    later.restore();
    const marked = (kind) => later.node.querySelector(`.option.${kind} .letter`)?.textContent;
    shown[part.name] = [marked("wrong") === letters[wrong], marked("right") === letters[right],
      later.feedback.textContent.includes(there.labels.right)];
    later.end();
  }
  return shown;
}"""
# Types a wrong word for all parts that ask for one. Returns what is said in another language.
TYPE = """async ([files, lang, other]) => {
  const { PartView } = await import(`${files}/guide_part.js`);
  const load = async (each) => {
    const { chapters, labels } = await (await fetch(`${files}/guide/${each}/course`)).json();
    const parts = chapters.flatMap(({ parts }) => parts).filter(({ task }) => task.kind === "word");
    return { parts, labels };
  };
  const asked = [];
  const check = (name, each) => (word) => {
    const url = `${files}/guide/${each}/check/${name}?${new URLSearchParams({ word })}`;
    asked.push(fetch(url).then((response) => response.json()));
    return asked.at(-1);
  };
  const [here, there] = [await load(lang), await load(other)];
  const shown = {};
  for (const [i, part] of here.parts.entries()) {
    const given = [];
    const eventsIn = (each) =>
      ({ lang: each, given, check: check(part.name, each), onFinish() {}, onHint() {} });
    const view = new PartView(part, here.labels, eventsIn(lang));
    await view.answer("\u2605");
    view.end();
    const later = new PartView(there.parts[i], there.labels, eventsIn(other));
    const said = () => later.feedback.querySelector(".said.wrong > :last-child").textContent;
    later.restore();
    const atOnce = said();
    const expected = (await check(part.name, other)("\u2605")).message || there.labels.wrong_typed;
    const plain = expected.replace(/[\u2068\u2069]/g, "");
    await Promise.all(asked);
    await new Promise((done) => setTimeout(done)); // what follows the last answer
    shown[part.name] = [atOnce === there.labels.wrong_typed, said() === plain];
    later.end();
  }
  return shown;
}"""
# The marks of the open part that are not on the page: rules of its style sheet that match nothing.
UNSEEN = """() => {
  const frame = window.deepFrame();
  const sheet = frame.getRootNode().adoptedStyleSheets.at(-1);
  const rules = [...sheet.cssRules].filter((rule) => rule.style?.outline);
  return rules.map((rule) => rule.selectorText).filter((each) =>
    !each.includes("data-picked") && !frame.getRootNode().querySelector(each));
}"""
OPEN = "async ([files, name]) => (await import(`${files}/guide.js`)).startGuide(name)"
FRAME = """window.deepFrame = () => [...document.querySelectorAll('*')].map((e) =>
  e.shadowRoot?.querySelector('section.stage')).find(Boolean)"""


# Open a part again as soon as its page is there, before the server's answer.
OPEN_TWICE = """async ([files, name, path]) => {
  const { startGuide } = await import(`${files}/guide.js`);
  startGuide(name);
  while (location.pathname !== path) await new Promise((resolve) => setTimeout(resolve));
  startGuide(name);
}"""


def test_part_that_is_opened_twice_at_once_is_at_its_step(tab):
    part = find_part("text-to-ids", "en")
    assert part
    assert part.place.step
    for _ in range(5):
        tab.open("corpus=hug&lang=en")
        tab.page.evaluate(OPEN_TWICE, [files_path(), part.name, f"/{part.place.page}"])
        expect(tab.scrubber).to_have_value(str(part.place.step))


def test_every_part_is_played_with_wrong_and_right_answers(tab, subtests):
    tab.open("corpus=hug")
    for lang in LANGUAGES:
        with subtests.test(lang):
            assert tab.page.evaluate(PLAY, [files_path(), lang]) == []


def test_chosen_options_and_messages_are_in_the_language_of_the_part(tab):
    tab.open("corpus=hug")
    shown = tab.page.evaluate(CHOOSE, [files_path(), "en", "ko"])
    names = [part.name for each in chapters("en") for part in each.parts if is_choice(part)]
    assert shown == {name: [True, True, True] for name in names}
    said = tab.page.evaluate(TYPE, [files_path(), "en", "ko"])
    parts = [part for each in chapters("en") for part in each.parts]
    assert said == {part.name: [True, True] for part in parts if part.task.kind == "word"}


def is_choice(part: Part) -> bool:
    return part.task.kind == "choice"


def click(tab, part: Part) -> None:
    """Give the right answer on the stage."""
    if part.task.kind == "merge":
        left, right = (f'[data-id="{each}"]' for each in asked_of(part).answer.split())
        # both tokens of one place
        place = tab.page.locator(f".after {left}:has(+ {right})").first
        place.click()
        tab.page.locator(f".after [data-picked] + {right}").click()
        return
    kind, _, ids = asked_of(part).answer.partition(" ")
    row, chip = f'.row[data-pair="{ids}"]', f'.token[data-id="{ids}"], [data-id="{ids}"] text'
    tab.page.locator(f":is({row}, {chip}):visible" if kind == "token" else row).first.click()


def shown(part: Part) -> tuple[object, ...]:
    """What tells the places of two parts apart; some tasks have a place of their own."""
    has_place = part.task.kind in ("merge", "pick", "remove", "number")
    if part.task.kind == "tokens":
        return part.place.page, part.place.step, part.hides
    kind = part.place.settings.view.show if part.place.page == "unigram" else ""
    return part.place.page, kind, part.marks, part.name if has_place else ""


# The text that a learner can see in the panel and on the stage. Left out are the words to count in,
# pictures, and what only numbers something: steps, parts, ranks, ids and positions.
SEEN = """() => {
  const allowed = ".corpus .words, .watched, .picture, svg, .main-controls, .more-controls, " +
    ".where, .rank, .id, .best td:first-child";
  const texts = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(allowed)) return;
    if (node.matches("style, script") || getComputedStyle(node).display === "none") return;
    if (node.matches("details:not([open])")) return walk(node.querySelector("summary"));
    const isSeen = getComputedStyle(node).visibility !== "hidden";
    for (const child of (node.shadowRoot ?? node).childNodes) {
      if (isSeen || child.nodeType !== Node.TEXT_NODE) walk(child);
    }
  };
  walk(document.body);
  return texts.join(" ");
}"""


# What is marked on the stage among the tokens and rows of an id or of a pair of ids.
MARKED = """(ids) => {
  const marked = ":is(.best, .chosen, .made, .fresh, .gone, .merges-next)";
  const isIt = `:is([data-id="${ids}"], [data-pair="${ids}"])`;
  return [...window.deepFrame().querySelectorAll(`${marked}${isIt}`)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => node.outerHTML);
}"""


def answers_seen(tab, part: Part) -> list[str]:
    """Where the number or the tokens that a part asks for can be seen, or its token is marked."""
    if part.task.kind in ("pick", "remove"):
        return tab.page.evaluate(MARKED, asked_of(part).answer.partition(" ")[2])
    if part.task.kind == "tokens":
        seen = " ".join(tab.page.evaluate(SEEN).split())
        several = [each for each in asked_of(part).answers if " " in each]
        return [each for each in several if f" {each} " in f" {seen} "]
    if part.task.kind != "number":
        return []
    seen = tab.page.evaluate(SEEN)
    numbers = re.finditer(r"(?<![\d.,/])\d[\d.,/]*(?<![.,])", seen)
    places = [each.span() for each in numbers if each[0] in asked_of(part).answers]
    return [seen[max(0, start - 40) : end + 40] for start, end in places]


def test_places_show_what_the_parts_are_about_but_no_answer(tab):
    tab.page.add_init_script(FRAME)
    parts = {shown(part): part for chapter in chapters("en") for part in chapter.parts}.values()
    title = tab.page.locator(".guide .part-title")
    tab.page.goto(f"{tab.url}/?part=start&lang=en")
    expect(title).to_be_visible()
    for part in parts:
        tab.page.evaluate(OPEN, [files_path(), part.name])
        expect(title).to_have_text(part.title)
        tab.page.wait_for_url(f"**part={part.name}")
        expect(tab.scrubber).to_have_value(str(part.place.step))
        tab.arrived()
        tab.rested()
        assert tab.page.evaluate(UNSEEN) == [], part.name
        assert answers_seen(tab, part) == [], part.name
        if part.task.kind in ("merge", "pick", "remove"):
            click(tab, part)
            expect(tab.page.locator(".guide .said.right")).to_be_visible()
