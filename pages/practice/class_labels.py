"""Texts of the live class: of the lecturer's dialog, the follower's page, and the remote."""

from pages.practice import ladder
from pages.practice.presentation import kind_name
from pages.translations.language import Translation


def labels(t: Translation) -> dict[str, str]:
    """Return all texts that the browser shows about a class, by name.

    >>> labels(Translation())["following"]
    'Following'
    """
    return {**shared(t), **of_follower(t), **of_lecturer(t), **of_summary(t)}


def shared(t: Translation) -> dict[str, str]:
    """Return the texts of questions and their results.

    >>> shared(Translation())["vote_2"]
    'Vote 2'
    """
    return {
        "question": t.gettext("Question to the class"),
        "answered": t.gettext("{answered} of {here} answered"),
        "answered_2": t.gettext("Vote 2: {answered} of {here} answered"),
        "few": t.gettext("There are no bars, because fewer than five people have answered."),
        "right": t.gettext("right"),
        "closed": t.gettext("The vote is closed."),
        "right_answer": t.gettext("Correct answer: {answer}"),
        "is_similar": t.gettext("A similar question"),
        "vote_1": t.gettext("Vote 1"),
        "vote_2": t.gettext("Vote 2"),
        "votes": t.gettext("{votes} votes, {percent}"),
        "votes_one": t.gettext("1 vote, {percent}"),
        "yours": t.gettext("your answer"),
        "true_value": t.gettext("actually {value}"),
        "at_step": t.gettext("Step {step}"),
        "arcs": t.gettext("How the class has split the word."),
        "load_error": t.gettext("The server does not answer. Check your connection."),
        "over": t.gettext("This class is over."),
        "unknown": t.gettext("There is no class with this code. Check the code."),
        "unreachable": t.gettext(
            "This computer is not on a network, so phones cannot reach it. Connect it to the same "
            "network as your class."
        ),
    }


def of_follower(t: Translation) -> dict[str, str]:
    """Return the texts of the page that phones show.

    >>> of_follower(Translation())["look"]
    'Look around'
    """
    return {
        "class_code": t.gettext("Class {code}"),
        "connecting": t.gettext("Connecting…"),
        "following": t.gettext("Following"),
        "looking": t.gettext("Looking around"),
        "offline": t.gettext("No connection. This is the last step that arrived."),
        "look": t.gettext("Look around"),
        "back": t.gettext("Back to the class"),
        "full_app": t.gettext("Open in the full app"),
        "covered": t.gettext("Covered until the question is answered"),
        "another_code": t.gettext("Enter another code"),
        "gathered": t.gettext("Your lecturer has called everybody back."),
        "look_ended": t.gettext("Your lecturer has ended looking around."),
        "asked": t.gettext("Your lecturer asks a question."),
        "again_note": t.gettext("Second vote: talk to your neighbor, then answer again."),
        "your_word": t.gettext("Your word"),
        "your_answer": t.gettext("Your answer"),
        "send": t.gettext("Send"),
        "sending": t.gettext("Sending…"),
        "sent": t.gettext("Your answer has arrived. You can change it until the vote is closed."),
        "word_sent": t.gettext("Your word has arrived. You can send another one in its place."),
        "unsent": t.gettext("No connection. Your answer is kept and sent as soon as possible."),
        "too_late": t.gettext("The vote was already closed."),
        "tap_gaps": t.gettext("Tap between two characters to split the word there."),
        "gap": t.gettext("Split between {left} and {right}"),
        "not_answered": t.gettext("You have not answered."),
        "you_right": t.gettext("Your answer is correct."),
        "you_wrong": t.gettext("Your answer is not correct."),
        "homework_link": t.gettext("Homework: practice questions for your class"),
    }


def of_lecturer(t: Translation) -> dict[str, str]:
    """Return the texts of the dialog, of the question on the projector, and of the remote.

    >>> of_lecturer(Translation())["reveal"]
    'Reveal the answer'
    """
    return {
        **skills(t),
        "title": t.gettext("Live class"),
        "button": t.gettext("Class {code}: {n} here"),
        "close": t.gettext("Close"),
        "scan": t.gettext("Scan the QR code with a phone, or type:"),
        "qr_code": t.gettext("QR code"),
        "join_class": t.gettext("Join the class"),
        "fill_screen": t.gettext("Show the code to everybody"),
        "code": t.gettext("Code"),
        "here": t.gettext("{n} people are here"),
        "here_one": t.gettext("1 person is here"),
        "lost": t.gettext("The server does not answer. The class goes on as soon as it is back."),
        "ask": t.gettext("Ask the class"),
        "ask_next": t.gettext("What comes next?"),
        "ask_word": t.gettext("Give me a word"),
        "ask_split": t.gettext("Split a word"),
        "split_which": t.gettext("Word to split"),
        "ask_practice": t.gettext("Practice question"),
        "skill": t.gettext("Skill"),
        "level": t.gettext("Level"),
        "level_n": t.gettext("Level {n}"),
        "own": t.gettext("Your own question"),
        "own_prompt": t.gettext("Question"),
        "own_form": t.gettext("How students answer"),
        "own_form_choice": t.gettext("Choices"),
        "own_form_number": t.gettext("A number"),
        "own_form_text": t.gettext("A text"),
        "own_form_word": t.gettext("A word for you to encode"),
        "own_choices": t.gettext("Choices, one in each line; * before a correct one"),
        "own_answers": t.gettext("Correct answers, one in each line (optional)"),
        "own_why": t.gettext("Explanation (optional)"),
        "own_ask": t.gettext("Ask this question"),
        "each_step": t.gettext("Page Down asks before each step"),
        "gather": t.gettext("Gather"),
        "may_look": t.gettext("Students may look around"),
        "private": t.gettext("Private window"),
        "end": t.gettext("End the class"),
        "keep": t.gettext("Keep the class"),
        "delete": t.gettext("End and delete the class"),
        "delete_sure": t.gettext("Delete it for everybody?"),
        "stop_votes": t.gettext("Close the vote"),
        "reveal": t.gettext("Reveal the answer"),
        "again": t.gettext("Vote again"),
        "similar": t.gettext("Ask a similar one"),
        "words_private": t.gettext("Words appear only in your private window"),
        "go_on": t.gettext("Continue"),
        "drop": t.gettext("Cancel the question"),
        "remote_code": t.gettext("Leading class {code}"),
        "step_back": t.gettext("Previous step"),
        "step_forward": t.gettext("Next step"),
        "words": t.gettext("Words from the class"),
        "encode": t.gettext("Encode it"),
        "drop_word": t.gettext("Remove"),
        "network": t.gettext("Votes from one network: {votes}. Its phones here: {phones}."),
        "leave_out": t.gettext("Leave these votes out"),
        "count_network": t.gettext("Count these votes again"),
        "phones_wait": t.gettext(
            "An error on the server keeps phones on an earlier step. The server tries again."
        ),
        "wrong_key": t.gettext("This key does not lead this class."),
        "pair": t.gettext("Lead from another device"),
        "pair_warning": t.gettext(
            "Whoever scans this code can lead the class. Keep this window off the projector."
        ),
        "pair_code": t.gettext("QR code that makes a phone the remote of this class"),
        "lead_here": t.gettext("Lead the class from this browser"),
        "other_window": t.gettext("Another window leads this class now."),
        "lead_window": t.gettext("Lead from here"),
    }


def skills(t: Translation) -> dict[str, str]:
    """Return the names of the skills of practice.

    >>> skills(Translation())["skill_count"]
    'Count a pair'
    """
    return {f"skill_{name}": kind_name(name, t) for name in ladder.SKILLS}


def of_summary(t: Translation) -> dict[str, str]:
    """Return the texts of the summary and of the homework.

    >>> of_summary(Translation())["homework"]
    'Homework'
    """
    return {
        "summary": t.gettext("Summary of the class"),
        "asked_one": t.gettext("You asked 1 question."),
        "asked_n": t.gettext("You asked {n} questions."),
        "answered_one": t.gettext("1 person answered."),
        "answered_n": t.gettext("{n} people answered."),
        "summary_html": t.gettext("Summary (HTML)"),
        "summary_csv": t.gettext("Summary (CSV)"),
        "deleted_then": t.gettext("The server then deletes everything about this class."),
        "homework": t.gettext("Homework"),
        "homework_about": t.gettext(
            "This link gives all students the same practice questions. They can download their "
            "results and send you the file."
        ),
        "copy_homework": t.gettext("Copy link"),
        "copied": t.gettext("Copied"),
        "failed": t.gettext("Press Ctrl+C to copy"),
        "drop_results": t.gettext("Drop your students' result files here"),
        "bad_files": t.gettext("Files that are not results: {n}"),
        "other_set": t.gettext(
            "1 file is left out, because it is of another set than {seed}. Read it by itself."
        ),
        "other_sets": t.gettext(
            "{n} files are left out, because they are of another set than {seed}. Read them by "
            "themselves."
        ),
        "set_results": t.gettext("Results of set {seed}"),
        "student": t.gettext("Student"),
        "student_n": t.gettext("Student {n}"),
        "done": t.gettext("Questions answered"),
        "at_once": t.gettext("Correct at once"),
        "mistakes": t.gettext("Known mistakes"),
        "no_mistakes": t.gettext("No known mistake was made."),
        "of_students": t.gettext("{n} of {all} students"),
        "of_student": t.gettext("{n} of 1 student"),
        "summary_title": t.gettext("Class {code}, {date}"),
        "csv_date": t.gettext("Date"),
        "csv_corpus": t.gettext("Corpus"),
        "csv_step": t.gettext("Step"),
        "csv_question": t.gettext("Question to the class"),
        "csv_vote": t.gettext("Vote"),
        "csv_answer": t.gettext("Answer"),
        "csv_votes": t.gettext("Votes"),
        "csv_answered": t.gettext("People who answered"),
        "csv_is_right": t.gettext("Correct"),
        "csv_true_value": t.gettext("True value"),
        "csv_why": t.gettext("Explanation"),
    }
