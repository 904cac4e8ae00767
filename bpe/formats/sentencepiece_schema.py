"""The parts of SentencePiece's file format that are read here, as classes of protobuf.

The pieces are declared as bytes, because their number is unknown: a short file may contain millions
of empty messages, each of which takes much more memory than in the file. They are counted first and
then read one by one.
Source: sentencepiece_model.proto of sentencepiece 0.2.1.
"""

from functools import cache
from typing import Any

# message -> field -> (number, type, default)
MESSAGES: dict[str, dict[str, tuple[int, str, str | None]]] = {
    "Model": {
        "trainer_spec": (2, "Trainer", None),
        "normalizer_spec": (3, "Normalizer", None),
        "denormalizer_spec": (5, "Normalizer", None),
    },
    "Piece": {
        "piece": (1, "bytes", None),
        "score": (2, "float", None),
        "type": (3, "int32", "1"),
    },
    "Trainer": {
        "model_type": (3, "int32", "1"),
        "treat_whitespace_as_suffix": (24, "bool", "false"),
        "byte_fallback": (35, "bool", "false"),
        "unk_surface": (44, "bytes", r" \342\201\207 "),
    },
    "Normalizer": {
        "precompiled_charsmap": (2, "bytes", None),
        "add_dummy_prefix": (3, "bool", "true"),
        "remove_extra_whitespaces": (4, "bool", "true"),
        "escape_whitespaces": (5, "bool", "true"),
    },
}


@cache
def message_class(name: str) -> Any:
    r"""The class of a message of MESSAGES. It has `FromString`, which may raise DecodeError.

    >>> message_class("Piece").FromString(b"\x0a\x02ug").piece
    b'ug'
    """
    # Imported only here: programs that read no such file do not need protobuf.
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(
        name="merge_by_merge/sentencepiece.proto", package="merge_by_merge", syntax="proto2"
    )
    for message, fields in MESSAGES.items():
        declared = file.message_type.add(name=message)
        if message == "Model":
            declared.field.add(name="pieces", number=1, type="TYPE_BYTES", label="LABEL_REPEATED")
        for field, (number, kind, default) in fields.items():
            added = declared.field.add(name=field, number=number, label="LABEL_OPTIONAL")
            if kind in MESSAGES:
                added.type, added.type_name = added.TYPE_MESSAGE, f".merge_by_merge.{kind}"
            else:
                added.type = getattr(added, f"TYPE_{kind.upper()}")
            if default is not None:
                added.default_value = default
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"merge_by_merge.{name}"))
