import Descriptions

extension Description {
    /// Adds the SQL of operators. Any text is answered: one that is not SQL has the member `error`. The file of the
    /// rows is left out, because no schema can tell which queries are valid.
    mutating func addSQL() {
        var rows = Operation(
            "_sql", "GET", [.text("/-/sql")], "The rows of an SQL query", in: "Server", refusals: .document)
        rows.query = [
            Parameter("query", .text(TextRule.inURL), "One SELECT. :NAME in it is the parameter NAME."),
            ListQuery.window,
        ]
        rows.answers = Answer.document(.map(.any))
        operations.append(rows)
    }
}
