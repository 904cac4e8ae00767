"""The choice of words of a large corpus."""

from tests.support.waiting import expect


def test_student_chooses_which_words_are_shown(tab, engine):
    text = " ".join(f"word{i} token{i}" for i in range(250))
    tab.open(f"{engine.own(text, 150)[0]}&step=100")
    tab.at(100)
    chooser = tab.page.locator(".chooser")
    note = tab.page.locator(".below .note")
    expect(note).to_contain_text("The first")
    chooser.locator("select").select_option("frequent")
    expect(note).to_contain_text("most frequent")
    tab.address_has(words="frequent")
    chooser.locator("select").select_option("find")
    chooser.locator("input").fill("token")
    tab.press("Enter")
    tab.address_has(words="find", find="token")
    expect(note).to_contain_text("with “token”")
    tab.ready()
    words = ["".join(text for text, _ in word) for word in tab.words()]
    assert len(words) >= 10
    assert all("token" in word for word in words)
    tab.press("Tab", "ArrowRight")
    tab.at(101)
    chooser.locator("input").fill("☃")
    tab.press("Enter")
    expect(note).to_contain_text("0 of")
