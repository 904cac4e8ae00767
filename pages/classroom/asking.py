"""The questions of a class with their votes: what is sent about them, and how votes are counted."""

import asyncio
import hashlib
import hmac
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol, TypeVar

import bpe
from pages.classroom import codes
from pages.classroom.asked import Asked
from pages.classroom.questions import ask, result_of
from pages.classroom.rooms import Room
from pages.classroom.saved_class import Poll
from pages.classroom.similar import similar_spec
from pages.classroom.store import Store
from pages.classroom.summary import all_votes, is_cancelled, where
from pages.classroom.votes import ENOUGH
from pages.classroom.word_question import in_order
from pages.runs.runs import Waiting
from pages.stage.record import Record
from pages.translations.language import LANGUAGES

T = TypeVar("T")
MAX_VOTERS = 3_000  # of a question
SHORT = 40  # characters of an answer that is read at once
MAX_WORDS = 200  # suggested words in the lecturer's list
MAX_NETWORKS = 10  # in the lecturer's list
SPARE_VOTES = 3  # of a network; phones can come back, and follow in another process


class RunInThread(Protocol):
    """Does work in a thread. Raises Busy if there is too much of it."""

    def __call__(self, work: Callable[[], T]) -> Awaitable[T]:
        """Return what the work returns."""
        ...


class Asking:
    """The questions of a room. store: has the votes that other processes have accepted.

    phones_in: returns how many phones of a network follow in this process.
    """

    def __init__(
        self, room: Room, store: Store, run: RunInThread, phones_in: Callable[[str], int]
    ) -> None:
        self.room, self.store, self.run, self.phones_in = room, store, run, phones_in
        self._asked: dict[tuple[str, str], asyncio.Future[Asked]] = {}  # by question and language

    @property
    def is_revealed(self) -> bool:
        """Whether the answer to the question is shown."""
        poll = self.room.poll
        return poll is not None and poll.state == "revealed"

    async def question(self, lang: str) -> Record:
        """Return the question in a language; with its result once it is revealed."""
        poll = self.room.poll
        if poll is None:
            return {"id": None}
        if poll.state != "open":
            await self._merge_votes(poll)
        asked = await self.asked(poll, lang)
        data: Record = {
            "id": poll.id,
            "kind": poll.spec["kind"],
            "state": poll.state,
            "round": poll.round,
            **asked.public(),
        }
        if poll.state == "revealed":
            data["result"] = await self.run(partial(result_of, asked, self.rounds(poll, asked)))
        return data

    async def tally(self, lang: str, here: int) -> tuple[Record, Record]:
        """Return how many have voted: for followers, and for the lecturer. Empty for nobody.

        here: how many follow.
        """
        poll = self.room.poll
        if poll is None:
            return {}, {}
        await self._merge_votes(poll)
        asked = await self.asked(poll, lang)
        counts = self.rounds(poll, asked)[-1]
        bars: Record = {"bars": None}
        if counts:
            bars = await self.run(partial(asked.bars, counts))
        own: Record = {
            "question": poll.id,
            "round": poll.round,
            "answered": counts.total(),
            "here": here,
            **bars,
        }
        data = own
        if counts.total() < ENOUGH:  # everybody could see what one person has answered
            data = {**own, "bars": None}
            data.pop("arcs", None)
        own = {**own, "networks": self.networks(poll)}
        if poll.spec["kind"] == "word":
            kept = [each for each in counts.items() if self.word_id(each[0]) not in poll.dropped]
            own = {**own, "words": in_order(kept[:MAX_WORDS], self.word_id)}
        return data if self.is_revealed else {}, own

    def networks(self, poll: Poll) -> list[Record]:
        """Return the networks with many more votes than phones, and those that are left out."""
        votes = self.room.ballot(poll.ballot).networks()
        found = [name for name, n in votes.items() if n > 2 * self.phones_in(name) + SPARE_VOTES]
        names = [*dict.fromkeys((*poll.left_out, *found))][:MAX_NETWORKS]
        return [
            {
                "id": name,
                "votes": votes[name],
                "phones": self.phones_in(name),
                "is_out": name in poll.left_out,
            }
            for name in names
        ]

    def word_id(self, word: str) -> str:
        """The id of a suggested word."""
        return hmac.digest(self.room.key_hash.encode(), word.encode(), hashlib.sha256).hex()[:12]

    async def similar(self, lang: str) -> Record:
        """Return the specification of a question like the one that is shown, for a second try."""
        poll = self.room.poll
        if poll is None:
            raise bpe.InputError("No question is open.")
        await self._merge_votes(poll)
        counts = self.rounds(poll, await self.asked(poll, lang))[-1]
        return await self.run(partial(similar_spec, poll.spec, counts, lang))

    async def asked(self, poll: Poll, lang: str) -> Asked:
        """Return a question in a language. Raises Busy, Waiting, and bpe.InputError."""
        key = poll.id, lang
        if key not in self._asked:
            while len(self._asked) >= 2 * len(LANGUAGES):
                self._asked.pop(next(iter(self._asked)))
            self._asked[key] = asyncio.ensure_future(self.run(partial(ask, poll.spec, lang)))
        try:
            return await asyncio.shield(self._asked[key])  # others may wait for it too
        except Exception:
            self._asked.pop(key, None)
            raise

    async def summary(self, lang: str) -> list[Record]:
        """Return every question that was asked and not cancelled, with its result and all votes."""
        found: list[Record] = []
        for poll in self.room.polls.asked:
            if poll.spec["kind"] == "word" or is_cancelled(poll, self.room.poll):
                continue
            try:
                asked = await self.run(partial(ask, poll.spec, lang))
            except (bpe.InputError, Waiting):
                continue  # its text is no longer here
            await self._merge_votes(poll)
            rounds = self.rounds(poll, asked)
            result = await self.run(partial(result_of, asked, rounds))
            votes = await self.run(partial(all_votes, asked, rounds))
            about = await self.run(partial(where, poll, lang))
            shown: Record = {"kind": poll.spec["kind"], **asked.public(), "result": result}
            found.append({**shown, "votes": votes, "where": about})
        return found

    async def check(self, spec: Record) -> None:
        """Raise bpe.InputError if a specification is not that of a question, or Waiting."""
        await self.run(partial(ask, spec, "en"))

    async def vote(self, question: object, voter: str, answer: object, lang: str) -> None:
        """Count a vote. Raises bpe.InputError if it is too late, Malformed, and Unreadable."""
        poll = self.room.poll
        if poll is None or poll.id != question or not self.room.open_ballot:
            raise bpe.InputError("This question is closed.")
        asked, ballot = await self.asked(poll, lang), poll.ballot
        group = await self._quickly(answer, partial(asked.group, answer))
        votes = self.room.ballot(ballot)
        if voter not in votes and len(votes) >= MAX_VOTERS:
            raise bpe.InputError("This class is full.")
        stamped = self.room.vote(question, voter, group)
        await self.store.vote(self.room.code, ballot, {voter: stamped})

    async def verdict(self, question: object, answer: object, lang: str) -> Record:
        """Return whether an answer is right. Raises bpe.InputError before that is revealed."""
        poll = self.room.poll
        if poll is None or poll.id != question or poll.state != "revealed":
            raise bpe.InputError("The answer is not revealed yet.")
        asked = await self.asked(poll, lang)
        return await self._quickly(answer, partial(asked.verdict, answer))

    async def _quickly(self, answer: object, work: Callable[[], T]) -> T:
        """Return what work about an answer returns. A long text is read in a thread."""
        is_long = isinstance(answer, str) and len(answer) > SHORT
        return await self.run(work) if is_long else work()

    def rounds(self, poll: Poll, asked: Asked) -> list[Counter[str]]:
        """The votes of each round of a question, by group."""
        return [
            Counter({group: n for group, n in counts.items() if asked.has_group(group)})
            for counts in self.room.rounds(poll)
        ]

    async def _merge_votes(self, poll: Poll) -> None:
        """Add the votes that other processes have accepted."""
        for number in range(1, poll.round + 1):
            name = f"{poll.id}.{number}"
            ballot, found = self.room.ballot(name), await self.store.votes(self.room.code, name)
            key_hash = self.room.key_hash
            ballot.merge(
                {
                    voter: each
                    for voter, each in found.items()
                    if voter in ballot or codes.is_voter(voter, key_hash)
                }
            )
