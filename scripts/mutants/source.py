"""Reads Swift and JavaScript well enough to change them: finds code, and braces that hold statements."""
import re

CLOSING = {"{": "}", "(": ")", "[": "]"}


def mask(text, language):
    """Blanks the contents of strings, comments and regular expressions. All positions stay the same."""
    return _Masker(text, language).run()


class _Masker:
    def __init__(self, text, language):
        self.text, self.out, self.at, self.is_swift = text, list(text), 0, language == "swift"

    def run(self):
        self._code(until=None)
        return "".join(self.out)

    def _blank(self, end):
        for i in range(self.at, min(end, len(self.text))):
            if self.out[i] != "\n":
                self.out[i] = " "
        self.at = end

    def _code(self, until):
        """Skips code up to the unmatched closing character `until`."""
        depth = 0
        while self.at < len(self.text):
            rest, char = self.text[self.at:self.at + 3], self.text[self.at]
            if rest.startswith("//"):
                self._blank(_find(self.text, "\n", self.at))
            elif rest.startswith("/*"):
                self._blank(_find(self.text, "*/", self.at + 2) + 2)
            elif self.is_swift and (found := re.compile(r'(#*)("""|")').match(self.text, self.at)):
                self._string(found.group(2), "\\" + found.group(1) + "(", ")", found.group(2) + found.group(1), len(found.group(0)))
            elif not self.is_swift and char in "'\"`":
                self._string(char, "${" if char == "`" else None, "}", char, 1)
            elif not self.is_swift and char == "/" and self._is_pattern():
                self._blank(_end_of_pattern(self.text, self.at))
            else:
                if until and char == until and depth == 0:
                    return
                depth += (until is not None and char == {")": "(", "}": "{"}[until]) - (char == until)
                self.at += 1

    def _string(self, quote, opening, closing, end, start_length):
        self._blank(self.at + start_length)
        while self.at < len(self.text) and not self.text.startswith(end, self.at):
            if opening and self.text.startswith(opening, self.at):
                self._blank(self.at + len(opening))
                start = self.at
                self._code(until=closing)
                stop, self.at = self.at, start
                self._blank(stop + 1)
            else:
                self._blank(self.at + (2 if self.text[self.at] == "\\" and "#" not in end else 1))
        start = self.at
        self._blank(self.at + len(end))
        self.out[start:start + 1] = '"' if start < len(self.out) else []

    def _is_pattern(self):
        before = "".join(self.out[max(0, self.at - 80):self.at]).rstrip(" ")
        return not before or before[-1] in "(,=:[!&|?{};\n+" or re.search(r"\b(return|case|typeof|of)$", before)


def _find(text, what, start):
    found = text.find(what, start)
    return len(text) if found < 0 else found


def _end_of_pattern(text, at):
    at, is_in_class = at + 1, False
    while at < len(text) and text[at] != "\n":
        if text[at] == "\\":
            at += 1
        elif text[at] in "[]":
            is_in_class = text[at] == "["
        elif text[at] == "/" and not is_in_class:
            return at + 1
        at += 1
    return at


def braces(code):
    """Returns the pairs of braces in masked code, as (position after the opening one, position of the closing one)."""
    open_ones, found = [], []
    for at, char in enumerate(code):
        if char == "{":
            open_ones.append(at + 1)
        elif char == "}" and open_ones:
            found.append((open_ones.pop(), at))
    return found


_MODIFIERS = r"(?:@?\w+(?:\([^()\n]*\))?\s+)*?"
_OPENS_STATEMENTS = re.compile(
    r"(?:^|[{};])[ \t]*\}?\s*(?:%s(?:func\b|init\b|deinit\b|subscript\b|var\s+\w+\s*:\s*[^={}]+$)"
    r"|(?:if|guard|for|while|do|catch|else|repeat|defer|get|set|didSet|willSet)\b|.*\belse\s*$)" % _MODIFIERS, re.M)
_ACCESSORS = re.compile(r"\s*(?:@\w+(?:\([^()]*\))?\s+|mutating\s+|nonmutating\s+|isolated\s+)*(get|set|willSet|didSet|_read|_modify)\b")


def holds_statements(code, start, end):
    """Returns whether the braces at `start` hold the statements of a Swift function, accessor, condition or loop. Types,
    switches and closures do not count: the type of a closure may depend on its statements."""
    if _ACCESSORS.match(code, start, end):
        return False
    lines = code[:start - 1].rsplit("\n", 12)
    header = ""
    for line in reversed(lines[-12:]):
        header = line + ("\n" + header if header else "")
        if re.search(r"\bswitch\b[^\n]*$", header) and "\n" not in header:
            return False
        if header.count("{") > header.count("}") and "\n" in header:
            return False
        tail = re.split(r"[{}](?![^()]*\))", header)[-1]
        if header.count("(") == header.count(")") and _OPENS_STATEMENTS.search("\n" + tail):
            return not re.search(r"=\s*$", tail)
        if re.match(r"\s*$", line) or (tail is not header and tail.strip()):
            return False
    return False
