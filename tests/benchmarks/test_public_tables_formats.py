"""Tables of what packages ship: files in formats of their own, written here by hand."""

import struct

import pytest
from public_tables.addresses import LEAF, blocks
from public_tables.places import cities, varint
from public_tables.programs import next_tokens, text_section
from public_tables.tunes import Note, moves, read_notes


def test_numbers_of_variable_length():
    """300 takes two bytes, the lower seven bits first."""
    assert varint(b"\x05\xac\x02\x07", 1) == (300, 3)


def test_positions_of_cities_are_differences():
    """A city without a number of inhabitants has none; other texts are skipped."""
    first = b"\x12\x02Ab" + b"\x1a\x02DE" + b"\x48\xac\x02" + b"\x50\x04" + b"\x58\x03"
    second = b"\x12\x01C" + b"\x2a\x03xyz" + b"\x50\x01" + b"\x58\x02"
    data = bytes([len(first)]) + first + bytes([len(second)]) + second
    assert list(cities(data)) == [
        {
            "population": 300,
            "name": "Ab",
            "country": "DE",
            "longitude": 2e-5,
            "latitude": -2e-5,
        },
        {"population": 0, "name": "C", "longitude": 1e-5, "latitude": -1e-5},
    ]


def test_blocks_of_addresses():
    """The first half of all addresses is one country's, the rest is divided once more."""
    children = [LEAF + 7, 1, LEAF + 0, LEAF + 9]
    data = b"".join(child.to_bytes(3, "little") for child in children)
    assert sorted(blocks(data)) == [(0, 1, 7), (2 << 30, 2, 0), (3 << 30, 2, 9)]


def elf(order, wide, name=b".text"):
    """An ELF file of a section with the bytes 1 to 5, and one of names."""
    names, code = b"\0" + name + b"\0.names\0", bytes(range(1, 6))
    start = 64 if wide else 52
    body = names + code
    form = order + ("2I4Q2I2Q" if wide else "10I")
    sections = [
        struct.pack(form, 1, 1, 0, 0, start + len(names), len(code), 0, 0, 0, 0),
        struct.pack(form, len(name) + 2, 3, 0, 0, start, len(names), 0, 0, 0, 0),
    ]
    head = struct.pack("4s3B9x", b"\x7fELF", 2 if wide else 1, 2 if order == ">" else 1, 1)
    word = "Q" if wide else "I"
    numbers = (3, 62, 1, 0, 0, start + len(body), 0, start, 0, 0, struct.calcsize(form), 2, 1)
    head += struct.pack(f"{order}2HI3{word}I6H", *numbers)
    return head + body + b"".join(sections)


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("wide", [False, True])
def test_machine_code_of_an_elf_file(order, wide):
    """Processors differ in the width of words and in the order of bytes."""
    assert text_section(elf(order, wide)).tolist() == [1, 2, 3, 4, 5]


def test_an_elf_file_without_code_is_refused():
    """As one of debugging symbols is."""
    with pytest.raises(ValueError, match=r"must have a section \.text"):
        text_section(elf("<", True, b".data"))


def test_notes_have_pitch_length_and_beat():
    """A rest only takes time, a bar line begins anew, accidentals are not told."""
    assert list(read_notes("C2^d/ z3/2e' | B,,4")) == [
        Note(0, 2.0, 0.0),
        Note(8, 0.5, 2.0),
        Note(16, 1.0, 4.0),
        Note(-8, 4.0, 0.0),
    ]


def test_moves_of_a_tune():
    """Rows begin at the eighth note, and the last has nowhere to go."""
    tune = "12\nT: Any\nM: 3/4\nL: 1/8\nK: G\nCDEFGAB c | g f\n"
    first, second = moves(tune, "folk")
    assert (first["label"], second["label"]) == ("leap up", "step down")
    assert (first["key"], first["meter"], first["unit"]) == ("G", "3/4", "1/8")
    assert (first["pitch"], first["beat"], first["note"], first["left"]) == (7, 7.0, 7, 3)
    assert [first[f"pitch_{k}"] for k in range(1, 8)] == [-1, -2, -3, -4, -5, -6, -7]
    assert (second["pitch_1"], second["beat"]) == (-4, 0.0)


def test_tokens_of_a_program(tmp_path):
    """Comments and indentation are not tokens; names and values stand for their kind."""
    path = tmp_path / "program.py"
    path.write_text("if x:  # why\n    y = f(a, [b, 'c'])\n")
    first, second, third = next_tokens(path)
    assert [row["label"] for row in (first, second, third)] == ["name", "comma", "newline"]
    assert [row["depth"] for row in (first, second, third)] == [1, 2, 0]
    assert [row["name"] for row in (first, second, third)] == ["", "b", ""]
    assert [first[f"token_{k}"] for k in range(1, 9)] == [
        "(", "name", "=", "name", "newline", ":", "name", "if",
    ]  # fmt: skip
    assert (second["line"], second["column"], second["indentation"]) == (2, 15, 4)
    assert (second["first_of_line"], third["token_3"]) == ("y", "value")
