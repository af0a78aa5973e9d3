"""A client of Oriel in one file, for Python 3.9 and newer. clients/README.md describes it."""
import contextlib, copy, functools, http.client, itertools, json, os, random, re, sys, time
from urllib.request import HTTPCookieProcessor, Request, build_opener

class Error(Exception):
    """A refusal by the server. `fields` has a message for each invalid argument."""
    def __init__(self, code="unreachable", detail="", fields=None, **_):
        super().__init__(f"{code}: {detail}".rstrip(": "))
        self.code, self.message, self.fields = code, detail, fields or {}

def _find(node, pointer):
    for place, name in enumerate(pointer.split("/")):
        node = node[key] if place else node
        key = re.sub("~(.?)", lambda escape: {"0": "~", "1": "/"}[escape[1]], name)
        if isinstance(node, list):
            key = {"-": len(node), **{str(index): index for index in range(len(node) + 1)}}[key]
    return node, key

def apply(document, patch):
    """Returns a document with a JSON patch applied (RFC 6902). The given one stays as it is."""
    root = {"": copy.deepcopy(document)}
    for step in patch:
        op, path, source = step["op"], step["path"], step.get("from")
        value = step["value"] if op in ("add", "replace", "test") else None
        if op in ("copy", "move"):
            node, key = _find(root, source)
            value = copy.deepcopy(node[key]) if op == "copy" else node.pop(key)
        node, key = _find(root, path)
        if op in ("add", "copy") or op == "move" and not path.startswith(f"{source}/"):
            node.insert(key, value) if isinstance(node, list) else node.update({key: value})
        elif op == "remove":
            del node[key]
        elif op == "replace":
            node[key], _ = value, node[key]
        elif op != "test" or node[key] != value:
            raise ValueError(f"The patch does not apply: {step}")
    return root[""]

class connect:
    """A server. Its connections are lost after `timeout` seconds of silence."""
    def __init__(self, address, key=None, timeout=60):
        if not re.fullmatch(r"https?://(\[[^]]+\]|[^:/]+)(:\d+)?/*", address):
            raise ValueError(f"Invalid address: {address!r}. Write http://HOST:PORT.")
        self.base, self.timeout = address.rstrip("/"), timeout
        self.agent = build_opener(HTTPCookieProcessor())
        self.agent.addheaders = [("Authorization", f"Bearer {key}")] if key else []
    def open(self, route, start=0, count=50):
        """Returns the live document of a route. A loop over it waits for each new state."""
        return Live(self, route, start, count)
    def request(self, path, headers, body=None):
        for tries in itertools.count():
            try:
                return self.agent.open(Request(self.base + path, body, headers), None, self.timeout)
            except (OSError, http.client.HTTPException) as error:
                status, text = getattr(error, "code", 503), getattr(error, "read", bytes)()
                if body and tries > 5 or status not in (408, 429, 502, 503, 504):
                    problem = json.loads(text) if text[:1] == b"{" else {"detail": str(error)}
                    raise Error(**problem) from None
            time.sleep(min(30, 2 ** tries) * random.uniform(.25, 1))

class Live:
    def __init__(self, server, route, start, count):
        self.server, self.document, self.digest = server, None, None
        self.path, _, self.query = route.partition("?")
        self.move(start, count)
    def move(self, start=0, count=50):
        """Moves the window. The loop goes on with the rows in it."""
        self.window, self.is_moved = (start, count), True
    def command(self, name, arguments=None, row=None, key=None, expected=None):
        """Runs a command once, and tries for about half a minute if the server is away."""
        body = {"arguments": arguments or {}, "row": row, "expected": expected}
        body = json.dumps(body if row or expected else body["arguments"]).encode()
        headers = {"Idempotency-Key": key or f"{random.getrandbits(128):032x}"}
        return json.load(self.server.request(f"{self.path}:{name}?{self.query}", headers, body))
    input = functools.partialmethod(command, "input")  # input(values)
    def __iter__(self):
        while True:
            event, self.is_moved = {"retry": 1000 * random.random()}, False
            route = "{0}?{1}&window={2},{3}".format(self.path, self.query, *self.window)
            headers = {"Accept": "text/event-stream", "Last-Event-ID": self.digest or ""}
            with contextlib.suppress(OSError, http.client.HTTPException, LookupError, TypeError,
                                     ValueError), self.server.request(route, headers) as lines:
                for name, _, event[name] in (row.decode().strip().partition(": ") for row in lines):
                    yield from self._follow(**event) if name == "data" else ()
                    if self.is_moved:
                        break
            time.sleep(0 if self.is_moved else float(event["retry"]) / 1000)
    def _follow(self, event, data, id=None, **_):
        data, self.digest = json.loads(data), id if event == "current" else None
        if event == "gone" and data["code"] != "rights":
            raise Error(**data)
        if event in ("snapshot", "patch"):
            self.document = data = data if event == "snapshot" else apply(self.document, data)
            self.digest, self.window = id, (data.get("window", {}).get("start", 0), self.window[1])
            yield self.document

if __name__ == "__main__":
    sys.tracebacklimit = 0
    for state in connect(sys.argv[1], os.environ.get("ORIEL_KEY")).open(sys.argv[2]):
        print(json.dumps(state), flush=True)
