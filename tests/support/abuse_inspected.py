"""Attacks on the inspector, on measured files, on what phones show, and on long paths."""

import asyncio
import random
import string
from urllib.parse import parse_qsl

from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.support.abuse import Client, Visitor, attack, letters, link, own
from tests.support.abuse_class import ask, lead, listen, open_class
from tests.support.abuse_files import tokenizer
from tests.support.abuse_frames import OTHERS
from tests.support.abuse_turns import slow_tokenizer

HEADER = 15_000  # characters of a path


async def search(visitor: Visitor, query: str) -> None:
    """Search in the vocabulary of the inspector."""
    id_, fragment = visitor.found("text_input", key="-choose_search_")
    message = BackMsg()
    message.rerun_script.fragment_id = fragment
    message.rerun_script.widget_states.widgets.add(id=id_).string_value = query
    await visitor.run(message)


async def choose(visitor: Visitor, key: str, place: int) -> None:
    """Choose an option of a select box by its place."""
    id_, fragment = visitor.found("selectbox", key=key)
    element = visitor.elements[id_][1]
    message = BackMsg()
    message.rerun_script.fragment_id = fragment
    message.rerun_script.widget_states.widgets.add(id=id_).string_value = element.options[place]
    await visitor.run(message)


@attack()
async def ambiguous_paths(client: Client) -> None:
    """Long paths of dashes, which the pattern of a route can split in many ways."""
    visitor = await client.open(link())
    files = visitor.component("stage").get("files", "stage/")
    path = f"/{files}platform/en/{'-' * (100 if client.quick else HEADER)}/x"
    await asyncio.gather(*(ask(client, "GET", path) for _ in range(client.count(10))))
    await client.leave()


@attack()
async def long_tokens(client: Client) -> None:
    """A tokenizer with a token of 15 MB, in which sessions search again and again."""
    size = 1_000 if client.quick else 15_000_000
    data = tokenizer(None, {"ab": 0, f"{letters(8)}{'z' * size}": 1})
    visitor = await client.open(link(input="a"), "encode")
    await client.watch(visitor.upload("tokenizer.json", data), lambda: visitor.outcome)
    query = visitor.link()

    async def inspect(number: int) -> None:
        page = await client.open(query, "inspect")
        await choose(page, "-choose_search_by_", 2)
        for i in range(client.count(200)):
            await client.watch(search(page, f"0-{number * 1000 + i + 1}"), lambda: "searched")

    await asyncio.gather(*(inspect(i) for i in range(client.count(4))))
    await client.leave()


@attack()
async def slow_searches(client: Client) -> None:
    """Regular expressions that take long for a long token, from four addresses."""

    async def search_from(address: str) -> None:
        page = await client.open(own("a" * 6_000, vocab=60), "inspect", address)
        await choose(page, "-choose_search_by_", 1)
        for _ in range(client.count(100)):
            pattern = f"a*a*a*a*a*a*[b-{random.choice(string.ascii_lowercase[2:])}]"
            await client.watch(search(page, pattern), lambda: f"searched: {page.outcome}")

    addresses = [client.address, *OTHERS[:3]][: client.count(4)] * client.count(3)
    await asyncio.gather(*map(search_from, addresses))
    await client.leave()


@attack()
async def measured_by_many(client: Client) -> None:
    """Sessions that measure a file with many different tokens, and stay."""
    number = 300 if client.quick else 150_000
    salt = letters(60)
    tokens = {f"{salt}{i:06}": i for i in range(number)}
    data = tokenizer(None, tokens)
    visitor = await client.open(link(input="a", compared="lines"), "tokenizers")
    await client.watch(
        visitor.upload("tokenizer.json", data, "compared_tokenizer"), lambda: visitor.outcome
    )
    lines = "\n".join(tokens).encode()[:9_900_000]
    await client.watch(
        visitor.upload("lines.txt", lines, "compared_lines"), lambda: visitor.outcome
    )
    query = visitor.link()

    async def measure_file() -> None:
        page = await client.open(query, "tokenizers")
        await page.press("Measure")
        for _ in range(client.count(150)):
            await asyncio.sleep(0.1)
            if not page.polled:
                break
            message = BackMsg()
            message.rerun_script.fragment_id = page.polled
            page.polled = ""
            await page.run(message)
        client.seen[f"measured: {page.outcome}"] += 1

    await asyncio.gather(*(measure_file() for _ in range(client.count(30))))
    await asyncio.sleep(1)
    await client.leave()


@attack()
async def slow_panels(client: Client) -> None:
    """Classes whose phones show texts with tokenizers that take long."""
    text = "a" * 600
    visitor = await client.open(link(input="a"), "encode")
    await client.watch(visitor.upload("tokenizer.json", slow_tokenizer()), lambda: visitor.outcome)
    name = dict(parse_qsl(visitor.link())).get("tokenizer", "")
    phones, classes = [], []
    for address in [client.address, *OTHERS[:3]][: client.count(4)]:
        there = client.at(address)
        for _ in range(client.count(3)):
            live = await open_class(there)
            classes.append((there, live))
            phones.append(await listen(there, live))
    for _ in range(client.count(100)):
        for there, live in classes:
            query = link(tokenizers=name, passage=text + letters(6))
            await lead(there, live, query, 0, "tokenizers")
        await asyncio.sleep(0.2)
    for each in phones:
        each.writer.close()
    await client.leave()
