"""Leaves out requests that schemathesis misjudges. It reads this file by scripts/schemathesis.toml."""
import schemathesis


@schemathesis.hook
def filter_case(context, case):
    if case.query and not (is_sent(case.query) and fits(case.query)):
        return False
    return case.meta is None or case.meta.generation.mode.is_negative or fits_64_bits(case.body)


def is_sent(query):
    """Whether a URL carries each value. `null`, `{}` and `[]` vanish, and a list of one empty column is a list of none,
    so that a request that is meant to be invalid would be sent as a valid one."""
    return all(value not in (None, {}, []) for value in query.values()) and query.get("columns") != ""


def fits(query):
    """Whether the parameters go together, which OpenAPI cannot say: `counts` excludes two others, and has orders of
    its own."""
    orders = str(query.get("sort") or "").split(",")
    is_count = any(order in ("count", "-count", "value", "-value") for order in orders)
    if not query.get("counts"):
        return not is_count
    return not query.get("columns") and not query.get("section") and (orders == [""] or is_count and len(orders) == 1)


def fits_64_bits(body):
    """Whether no whole number is too large. A column of JSON takes any JSON with this exception, and a schema of it for
    documents and arguments cannot say so."""
    if isinstance(body, dict):
        return all(map(fits_64_bits, body.values()))
    if isinstance(body, list):
        return all(map(fits_64_bits, body))
    return not isinstance(body, int) or -(2**63) <= body < 2**63
