"""The small changes that a review misses, each as a range in a file and its replacement."""
import re
from dataclasses import dataclass

from .source import mask

_PAIRS = {
    "swift": [("==", "!="), ("!=", "=="), ("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"), ("&&", "||"), ("||", "&&"),
              ("+", "-"), ("-", "+"), ("+=", "-="), ("-=", "+="), ("*", "+")],
    "js": [("===", "!=="), ("!==", "==="), ("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"), ("&&", "||"), ("||", "&&"),
           ("+", "-"), ("-", "+"), ("+=", "-="), ("-=", "+="), ("*", "+"), ("??", "&&")],
}
_OPERATOR = re.compile(r"(?<=[\w)\]\"?!] )(===|!==|==|!=|<=|>=|<|>|&&|\|\||\+=|-=|\+|-|\*|\?\?)(?= )")
_RANGE = re.compile(r"(?<=\S)(\.\.<|\.\.\.)(?=[\w(])")
_NUMBER = re.compile(r"(?<![\w.$#\"])(\d[\d_]*)(?![\w.\"]|_)")
_TRUTH = re.compile(r"(?<![\w.])(true|false)\b(?! *[{:])")
_MINMAX = re.compile(r"(?<![\w])(min|max)(?=\()")
_CALL = re.compile(r"^(\s*)((?:try |await |_ = |this\.|self\.)*[a-zA-Z_][\w.?!$]*(?:\[[^\[\]]*\])?[\w.?!]*\(.*\);?)\s*$")
_ASSIGNMENT = re.compile(r"^(\s*)((?:this\.|self\.)?[a-zA-Z_][\w.?!]*(?:\[[^\[\]]*\])?[\w.?!]* [-+]?= .*;?)\s*$")
_GUARD = re.compile(r"\bguard (?!let |case |var )([^,{}]+?) else\b")
_IF = {"swift": re.compile(r"(?<![\w#])(?:if|while) (?!let |case |var |await |#)([^,{}\n]+?) \{"),
       "js": re.compile(r"\bif \((.+?)\)(?= [\w{]|$)")}
_FUNCTION = {"swift": re.compile(r"\bfunc \w+[^\n{}]*\{\s*$"), "js": re.compile(r"^\s*(?:async )?(?!if|for|while|switch|catch)#?\w+\([^)]*\) \{\s*$|\bfunction \w*\([^)]*\) \{\s*$")}
# Lines without behaviour, or whose change no test should detect.
_SKIPPED = re.compile(
    r"^\s*(import\b|export \*|@|#|case\b.*[^:]$|precondition|assert|fatalError|preconditionFailure|console\.|super\.init)"
    r"|^\s*(?:self|this)\.(\w+) = \2;?$|\bprint\(|\bDuration\b|econds\(|\* 1024\b"  # nor tuning: any such value is correct
    r"|\blog\w*\.|\b(log|logger|FailureLog|Log)\(|reserveCapacity|\bthrow\b|hint|static let (help|message)")


@dataclass
class Mutation:
    path: str
    start: int
    end: int
    new: str
    line: int
    was: str
    becomes: str
    number: int = 0

    def __str__(self):
        return f"{self.path}:{self.line}: {self.was.strip()}  →  {self.becomes.strip() or '(nothing)'}"


def mutations(path, text, language):
    """Returns every possible change of a file."""
    code, found, at = mask(text, language), [], 0
    for number, line in enumerate(text.split("\n"), 1):
        shown = code[at:at + len(line)]
        if shown.strip() and not _SKIPPED.search(line):
            for start, end, new in _of_line(shown, line, language):
                becomes = line[:start] + new + line[end:]
                found.append(Mutation(path, at + start, at + end, new, number, line, becomes))
        at += len(line) + 1
    return found


def _of_line(code, line, language):
    for found in _OPERATOR.finditer(code):
        if found.group(1) in ("+", "+=") and re.search(r'["\[]|\w+s\b', code):
            continue  # texts and lists cannot be subtracted
        for was, new in _PAIRS[language]:
            if found.group(1) == was:
                yield found.start(1), found.end(1), new
    for found in _RANGE.finditer(code) if language == "swift" else ():
        yield found.start(1), found.end(1), "..<" if found.group(1) == "..." else "..."
    for found in _NUMBER.finditer(code):
        yield found.start(1), found.end(1), str(int(found.group(1).replace("_", "")) + 1)
    for found in _TRUTH.finditer(code):
        yield found.start(1), found.end(1), "false" if found.group(1) == "true" else "true"
    for found in _MINMAX.finditer(code):
        yield found.start(1), found.end(1), "max" if found.group(1) == "min" else "min"
    for pattern in (_CALL, _ASSIGNMENT):
        found = pattern.match(code)
        if found and _is_balanced(found.group(2)) and not re.match(r"(return|guard|if|for|while|switch|case|await fetch)\b", found.group(2)):
            yield found.start(2), found.end(2), ""
    for pattern in (_GUARD, _IF[language]):
        for found in pattern.finditer(code):
            if _is_balanced(found.group(1)):
                yield found.start(1), found.end(1), f"!({line[found.start(1):found.end(1)]})"
    found = _FUNCTION[language].search(code)
    if found and "->" not in code:
        yield len(code.rstrip()), len(code.rstrip()), " return;"


def _is_balanced(code):
    return all(code.count(opening) == code.count(closing) for opening, closing in ("()", "[]", "{}"))
