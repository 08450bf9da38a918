"""Texts that a terminal would obey."""

#: Every C0 and C1 character but line feed and tab, and what turns the writing around.
CONTROL_CHARACTERS = [
    *(chr(code) for code in range(0x20) if chr(code) not in "\t\n"),
    *(chr(code) for code in range(0x7F, 0xA0)),
    *"\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\udc80",
]

#: Names of candidates, folders and datasets that attack who reads them.
TEXTS = {
    "clears the screen": "tree\x1b[2J\x1b[H",
    "sets the title and rings": "tree\x1b]0;owned\x07",
    "writes over the line": "tree\rCertified with confidence 1.",
    "erases by steps back": "tree\b\b\b\bbest",
    "is a C1 sequence": "tree\x9b2J\x9d0;owned\x9c",
    "hides what follows": "tree\x1b[8m",
    "is a link": "tree\x1b]8;;http://example.org\x1b\\here\x1b]8;;\x1b\\",
    "asks the terminal to answer": "tree\x1b[6n\x05",
    "forges a line": "tree\n\nProved: within 0.0000 of the best.",
    "turns the writing around": "tree\u202etseb\u2066",
    "has markup of rich": "[bold red]tree[/]",
}
