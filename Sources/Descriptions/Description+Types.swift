import JSON

extension Description {
    /// The types of every description: problems, and the parts of documents.
    static let commonTypes: [(name: String, shape: Shape)] = [
        (
            "Problem",
            .members([
                .always("type", .text), .always("title", .text), .always("status", .integer(400...599)),
                .always("detail", .text), .always("code", .text, "The stable name of the problem."),
                .maybe("fields", .map(.text), "A sentence for each invalid field."), .maybe("request", .text),
                .maybe("services", .array(.members([.always("title", .text), .always("href", .text)]))),
            ])
        ),
        (
            "Window",
            .members([
                .always("start", count), .always("count", count), .always("total", count), .maybe("section", count),
                .maybe("sections", count), .maybe("approximate", .boolean), .maybe("searching", .boolean),
            ])
        ),
        (
            "Section",
            .members([
                .always("id", .text), .maybe("title", .text.orNull()), .maybe("subtitle", .text),
                .maybe("footer", .text), .maybe("template", .text), .maybe("layout", .any), .maybe("href", .text),
                .always("start", count), .always("count", count), .always("rows", .array(.text)),
            ])
        ),
        ("SafeInteger", .integer(-(1 << 53)...(1 << 53))), ("Int64", .union([.integer(), .text])),
        ("Integer", .union([.integer(), .text(.digits)])), ("Decimal", .union([.number, .text(.decimal)])),
        ("Link", .members([.always("href", .text), .maybe("title", .text)])),
        ("File", .members([.always("bytes", count), .always("type", .text), .maybe("href", .text)])),
        ("Bytes", .members([.always("base64", .text(.base64))])),
        ("AnyInput", .union([.text, .number, .boolean, .named("Bytes")])),
        (
            "Argument",
            .object(
                ObjectShape(
                    [.always("type", .text), .maybe("required", .boolean), .maybe("nullable", .boolean)], isOpen: true))
        ),
        (
            "Command",
            .members([
                .always("title", .text), .maybe("enabled", .boolean), .maybe("arguments", .map(.named("Argument"))),
                .maybe("running", .boolean), .maybe("progress", .number),
            ])
        ),
        (
            "Cell",
            .object(
                ObjectShape(
                    [
                        .always("template", .text), .always("title", .text.orNull()),
                        .maybe("subtitle", .text.orNull()),
                        .maybe("image", .text.orNull()), .maybe("fields", .map(.any)),
                        .maybe("links", .map(.named("Link"))), .maybe("href", .text),
                        .maybe("can", .array(.choice(["edit", "delete", "insert", "move", "select"]))),
                    ], isOpen: true))
        ),
        ("Document", .object(ObjectShape(head + list(of: .named("Cell")), isOpen: true))),
        ("RowID", .union([.text, .integer()])), ("Row", .members([.always("row", .text)])),
        (
            "ListInputs",
            .members([
                .always("search", .text), .always("sort", .text), .maybe("section", .text), .maybe("counts", .text),
                .always(
                    "filters",
                    .array(
                        .members([
                            .always("name", .text), .always("value", .text), .maybe("column", .text),
                            .maybe("comparison", .text),
                        ]))),
            ])
        ),
        (
            "CountsDocument",
            .members(
                head(screen: .choice(["counts"]), outputs: .members([]), inputs: .named("ListInputs"))
                    + list(of: .named("ValueCountCell")))
        ),
        (
            "ValueCountCell",
            .members([
                .always("template", .choice(["count"])), .always("title", .text), .always("image", .null),
                .always("fields", .members([.always("value", .any), .always("count", count), .maybe("end", .any)])),
                .maybe("href", .text),
            ])
        ),
        ("Patch", .array(.object(ObjectShape([.always("op", .text), .always("path", .text)], isOpen: true)))),
    ]

    /// A number that counts.
    package static let count = Shape.integer(0 ... .max)

    /// The members that every document has, except the route's own.
    private static var head: [Member] { head(screen: .text, outputs: .map(.any), inputs: .map(.any)) }

    /// Returns the members that every document has.
    package static func head(screen: Shape, outputs: Shape, inputs: Shape, commands: Shape = .map(.named("Command")))
        -> [Member]
    {
        [
            .always("route", .text), .always("screen", screen), .always("title", .text),
            .always("phase", .choice(["initialized", "setUp", "loading", "loaded", "unloading"])),
            .always("inputs", inputs), .always("outputs", outputs), .always("commands", commands),
            .maybe("personal", .boolean), .maybe("gaps", .array(.text)), .always("dialog", .any),
            .maybe("problem", .members([.always("code", .text), .always("message", .text)])),
        ]
    }

    /// Returns the members of a document with a list, which are missing while it is being read.
    package static func list(of cell: Shape) -> [Member] {
        runs + [.maybe("cells", .map(cell))]
    }

    /// The members of a document with a list, except the cells.
    static let runs: [Member] = [.maybe("window", .named("Window")), .maybe("sections", .array(.named("Section")))]

    /// Returns the members of the document of a table's rows, except the cells. `screen` is `table` or `view`.
    package static func rows(screen: JSON) -> [Member] {
        head(screen: .choice([screen]), outputs: .members([]), inputs: .named("ListInputs"))
            + ["columns", "comparisons", "shown", "titleColumns"].map { .always($0, .array(.text)) }
            + [.maybe("files", .array(.text)), .maybe("exports", .choice([false]))]
    }

    /// Returns the members of the document of a row.
    package static func row(outputs: Shape) -> [Member] {
        head(screen: .choice(["row"]), outputs: outputs, inputs: .map(.any))
            + [.maybe("links", .map(.named("Link")))] + list(of: .named("Cell"))
    }

    /// The members of a row's cell in a list, except the fields.
    package static let cellOfRow: [Member] = [
        .always("template", .choice(["row"])), .always("title", .text), .maybe("subtitle", .text),
        .always("image", .null), .maybe("links", .map(.named("Link"))), .maybe("href", .text),
        .maybe("can", .array(.choice(["edit", "delete"]))),
    ]

    /// The response to a command: its result, and where it leads.
    package static func outcome(_ result: Shape) -> Shape {
        .members([.always("result", result), .maybe("navigate", .text)])
    }
}

extension TextRule {
    /// A whole number in digits, the form of numbers beyond 2^53. At most 18 digits are always within 64 bits.
    package static let digits = TextRule(pattern: "^(0|-?[1-9][0-9]{0,17})$")
    /// A number in digits, exact.
    fileprivate static let decimal = TextRule(pattern: "^-?(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$")
    fileprivate static let base64 = TextRule(
        pattern: "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")
}

extension Answer {
    /// A document, with its other forms: a patch from a state that the client has, and a stream of events.
    package static func document(_ shape: Shape) -> [Answer] {
        [
            Answer(
                200, "The document.",
                [
                    ("application/json", shape), ("application/json-patch+json", .named("Patch")),
                    ("text/event-stream", nil),
                ],
                hasTag: true),
            .unchanged,
        ]
    }

    /// The client has the state already.
    package static let unchanged = Answer(304, "The state that If-None-Match names is current.", hasTag: true)
        .shared(as: "Unchanged")
}
