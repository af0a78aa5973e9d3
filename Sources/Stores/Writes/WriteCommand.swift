import JSON

/// A change of one row.
public enum WriteCommand: Sendable {
    /// A new row of a table with these values by column.
    case insert(table: String, values: JSONObject)
    /// New values by column for the row of this id.
    case update(table: String, id: String, values: JSONObject)
    /// The end of the row of this id.
    case delete(table: String, id: String)

    /// A row with these values by column: the row that has their primary key is changed, or else one inserted. What an
    /// insertion needs has to be there.
    case put(table: String, values: JSONObject)
    /// No change, but a condition for those that come with it: the row of this id has values in these columns that are as
    /// they should be. Called on the writer's thread, with the column's name as it stands here.
    case expect(table: String, id: String, columns: [String], _ holds: @Sendable (String, SQLValue) -> Bool)

    /// A condition for the changes that come with it: the row of this id has these values.
    public static func check(table: String, id: String, values: [String: SQLValue]) -> WriteCommand {
        .expect(table: table, id: id, columns: values.keys.sorted()) { column, value in
            values[column].map { value.isSame(as: $0) } ?? false
        }
    }

    var table: String {
        switch self {
        case .insert(let table, _), .update(let table, _, _), .delete(let table, _), .put(let table, _),
            .expect(let table, _, _, _):
            table
        }
    }
}

/// What came of a change.
public struct WriteOutcome: Sendable {
    /// The id that the row has now; `nil` for one that is gone, or that has no id.
    public let id: String?
}

/// Why a change was not made. Nothing of it was.
public enum CommandError: Error, Sendable, Equatable {
    /// The values are wrong: a sentence, and one per column that is at fault.
    case invalid(message: String, fields: [String: String])
    /// The row has been changed by somebody else: a sentence, and one per column.
    case conflict(message: String, fields: [String: String])
    /// There is no such row.
    case notFound
    /// It came with the key of another command.
    case keyReused
    /// It may not be written.
    case readOnly(message: String)
    /// Another writer did not end in time.
    case busy
    /// It took longer than ``StoreConfiguration/writeTimeout``.
    case tooSlow
    /// The database cannot be written at the moment.
    case unavailable(StoreError)
    /// The database cannot be written for a reason of its own.
    case failed(message: String)

    /// It is asked what came of commands that were not done, as far as anybody knows.
    static var neverDone: CommandError { .conflict(message: "This was not done before.", fields: [:]) }

    /// The file cannot be written, or is not to be.
    package static var nothingIsWritten: CommandError { .readOnly(message: "What is served here is read-only.") }

    /// Somebody else has changed these columns of the row.
    static func changed(_ columns: some Sequence<String>) -> CommandError {
        .conflict(
            message: "Somebody else has changed the row.",
            fields: Dictionary(columns.map { ($0, "was changed by somebody else") }) { first, _ in first })
    }
}
