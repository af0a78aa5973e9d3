"""Puts many changes into one build. Each changed block is present with and without its change; the variable
ORIEL_MUTANT chooses the change that runs."""
import re

from .source import braces, holds_statements, mask

SWITCH = """import Glibc

let mutantThatRuns: Int = getenv("ORIEL_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// The file that records the changes that run, and a flag for each of them.
nonisolated(unsafe) private let reached: (file: Int32, flags: UnsafeMutablePointer<UInt8>)? =
    getenv("ORIEL_REACHED").map { (open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644), .zeroed(100_000)) }

extension UnsafeMutablePointer<UInt8> {
    fileprivate static func zeroed(_ count: Int) -> Self {
        let bytes = allocate(capacity: count)
        bytes.initialize(repeating: 0, count: count)
        return bytes
    }
}

@usableFromInline func mutantIs(_ number: Int) -> Bool {
    if let reached, reached.flags[number] == 0 {
        reached.flags[number] = 1
        let line = "\\(number)\\n"
        _ = write(reached.file, line, line.utf8.count)
    }
    return mutantThatRuns == number
}
"""
_OPENERS = re.compile(r"\b(func|init|deinit|var|subscript|get|set|didSet|if|else|for|while|do|guard|catch|defer)\b")
_PROPERTY = re.compile(r"\s*(?:@\w+(?:\([^()]*\))?\s+|[\w()]+\s+)*(?:let|var)\s+[^{]*=|.*[(,]\s*\w[\w\s]*:\s*[\w?.]+ = ")


def place(mutation, text):
    """Returns the position of a change's switch, as (start, end, kind), or `None` if it cannot have one."""
    code = mask(text, "swift")
    around = [pair for pair in braces(code) if pair[0] <= mutation.start and mutation.end <= pair[1]]
    for start, end in sorted(around, key=lambda pair: pair[1] - pair[0]):
        if holds_statements(code, start, end):
            return None if _is_needed(mutation, code, start, end) else (start, end, "block")
    line_start = code.rfind("\n", 0, mutation.start) + 1
    is_value = re.fullmatch(r"\d+|true|false", mutation.new) and mutation.start < mutation.end
    if is_value and _PROPERTY.match(code, line_start) and not re.search(r"\bcase\b|#", code[line_start:mutation.start]):
        return mutation.start, mutation.end, "value"
    return None


def _is_needed(mutation, code, start, end):
    """Returns whether the code does not compile without a statement, because it initializes or returns."""
    if mutation.new:
        return False
    opener = _OPENERS.findall(code[max(0, start - 600):start])[-1:]
    header = code[code.rfind("\n", 0, start) + 1:start]
    is_alone = not (code[start:mutation.start] + code[mutation.end:end]).strip()
    return opener == ["init"] or (is_alone and ("->" in header or opener[:1] in (["var"], ["get"], ["subscript"])))


def switched(text, mutations):
    """Returns the text with a switch for each change."""
    groups = {}
    for mutation in mutations:
        groups.setdefault(place(mutation, text), []).append(mutation)
    return _render(text, 0, len(text), groups)


def _render(text, start, end, groups):
    inside = sorted(p for p in groups if start <= p[0] and p[1] <= end)
    outermost, at = [], start
    for found in sorted(inside, key=lambda p: (p[0], -p[1])):
        if found[0] >= at:
            outermost.append(found)
            at = found[1]
    out, at = [], start
    for found in outermost:
        out.append(text[at:found[0]])
        out.append(_switch(text, found, groups))
        at = found[1]
    return "".join(out) + text[at:end]


def _switch(text, found, groups):
    start, end, kind = found
    own, rest = groups[found], {p: m for p, m in groups.items() if p != found}
    if kind == "value":
        value = text[start:end]
        for mutation in own:
            value = f"(mutantIs({mutation.number}) ? {mutation.new} : {value})"
        return value
    out = ""
    for mutation in own:
        changed = text[start:mutation.start] + mutation.new + text[mutation.end:end]
        out += f"\n#sourceLocation(file: \"mutant-{mutation.number}\", line: 1)\nif mutantIs({mutation.number}) {{{changed}\n}} else "
    return out + "{\n#sourceLocation()\n" + _render(text, start, end, rest) + "\n}\n"
