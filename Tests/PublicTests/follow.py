"""Runs the Python client for python-client.test.mjs.

follow.py ADDRESS ROUTE START COUNT TIMEOUT  prints each document, and runs the calls that it reads
follow.py apply                              reads pairs of a document and a patch, prints the results
"""
import json
import os
import sys
import threading
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))
import oriel

whole_lines = threading.Lock()


def say(**members):
    with whole_lines:
        print(json.dumps(members), flush=True)


def apply():
    for line in sys.stdin:
        document, patch = json.loads(line)
        before = json.dumps(document)
        try:
            result = oriel.apply(document, patch)
            assert json.dumps(document) == before, "the old document was changed"
            say(document=result)
        except AssertionError:
            raise
        except Exception as error:
            say(error=str(error))


def call(live, name, arguments):
    try:
        say(reply=getattr(live, name)(*arguments))
    except oriel.Error as error:
        say(reply={"error": {"code": error.code, "message": error.message, "fields": error.fields}})


def calls(live, moves):
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        if name == "move":
            moves.append(arguments)
        else:
            threading.Thread(target=call, args=(live, name, arguments), daemon=True).start()
    os._exit(0)


def follow(address, route, start, count, timeout):
    server = oriel.connect(address, os.environ.get("ORIEL_KEY"), float(timeout))
    live, moves = server.open(route, int(start), int(count)), []
    threading.Thread(target=calls, args=(live, moves), daemon=True).start()
    try:
        for document in live:
            say(document=document)
            while moves:
                live.move(*moves.pop(0))
    except oriel.Error as error:
        say(ended={"code": error.code, "message": error.message})


apply() if sys.argv[1:] == ["apply"] else follow(*sys.argv[1:])
