import JSON
import Tables

/// A change of one row.
public enum WriteCommand: Sendable {
    /// Inserts a row with these values by column.
    case insert(table: String, values: JSONObject)
    /// Sets these values by column in the row of this id.
    case update(table: String, id: String, values: JSONObject)
    /// Deletes the row of this id.
    case delete(table: String, id: String)

    /// Changes the row with the primary key in these values, or inserts one. All values that an insertion requires must
    /// be present.
    case put(table: String, values: JSONObject)
    /// Changes nothing, but is a condition for the other commands: the row of this id must have accepted values in
    /// these columns. The closure is called on the writer's thread, with a column's name as given here.
    case expect(table: String, id: String, columns: [String], _ holds: @Sendable (String, SQLValue) -> Bool)
    /// Changes nothing, but is a condition for the other commands: the row of this id, or without an id the row that
    /// the command before has written, must match the filter. Otherwise all commands fail with this error. With such a
    /// condition of a rule, errors of the database name no table, column or value: the caller may not know of them.
    case require(table: String, id: String?, _ filter: Filter, orElse: CommandError, isRule: Bool = true)
    /// Runs one `INSERT`, `UPDATE` or `DELETE` with these values for its `?`. No rule limits it. `table` is the table
    /// of the screen that runs it.
    case statement(table: String, sql: String, parameters: [SQLValue])

    /// Returns a condition for the other commands: the row of this id must have these values.
    public static func check(table: String, id: String, values: [String: SQLValue]) -> WriteCommand {
        .expect(table: table, id: id, columns: values.keys.sorted()) { column, value in
            values[column].map { value.isSame(as: $0) } ?? false
        }
    }

    /// The table that the command is about.
    package var table: String {
        switch self {
        case .insert(let table, _), .update(let table, _, _), .delete(let table, _), .put(let table, _),
            .expect(let table, _, _, _), .require(let table, _, _, _, _), .statement(let table, _, _):
            table
        }
    }
}

/// The outcome of a change.
public struct WriteOutcome: Sendable {
    /// The present id of the row; `nil` for a deleted row, or a row without an id.
    public let id: String?

    /// Creates the outcome for a row with this id.
    package init(id: String?) {
        self.id = id
    }
}

/// Why a change failed. Nothing was changed.
public enum CommandError: Error, Sendable, Equatable {
    /// The values are invalid. There is a sentence for the whole, and one for each column at fault.
    case invalid(message: String, fields: [String: String])
    /// Another writer has changed the row. There is a sentence for the whole, and one for each changed column.
    case conflict(message: String, fields: [String: String])
    /// The row does not exist.
    case notFound
    /// The command's key was used for another command.
    case keyReused
    /// The change is not allowed.
    case forbidden(message: String)
    /// The table or the database is read-only.
    case readOnly(message: String)
    /// Another writer held its lock too long.
    case busy
    /// The change took longer than this limit, ``StoreConfiguration/writeTimeout``.
    case tooSlow(limit: Duration)
    /// The database cannot be written at the moment.
    case unavailable(StoreError)
    /// The database cannot be written for another reason.
    case failed(message: String)

    /// Whether the change was rolled back at its time limit.
    package var isTooSlow: Bool {
        if case .tooSlow = self { true } else { false }
    }

    /// No record of this command exists.
    package static var neverDone: CommandError { .conflict(message: "No record of this command exists.", fields: [:]) }

    /// The file is read-only, or the store is.
    package static var nothingIsWritten: CommandError { .readOnly(message: "This data is read-only.") }

    /// Another writer has changed these columns of the row.
    package static func changed(_ columns: some Sequence<String>) -> CommandError {
        .conflict(
            message: "The row was changed by someone else.",
            fields: Dictionary(columns.map { ($0, "was changed by someone else") }) { first, _ in first })
    }
}

extension CommandError {
    /// The fault of a value for a column that does not exist, or that the client may not know of.
    package static let unknownColumn = "Unknown column."

    /// Returns the error for values that cannot be stored, with a sentence for each column.
    package static func invalid(values: [String: String]) -> CommandError {
        .invalid(message: "Some values cannot be stored.", fields: values)
    }

    /// A change that is refused without a reason, because the caller may not know of it.
    package static var refused: CommandError { .invalid(message: "It has been refused.", fields: [:]) }

    /// A statement has changed no row, because something in the database, such as a trigger, prevented that.
    package static func ignored(by cause: String) -> CommandError {
        .invalid(message: "A \(cause) of the database ignored the change.", fields: [:])
    }
}

extension WriteCommand {
    /// Whether this is a condition that a rule sets.
    package var isRequirement: Bool { if case .require(_, _, _, _, true) = self { true } else { false } }
    /// Whether this deletes a row.
    package var isDeletion: Bool { if case .delete = self { true } else { false } }
}

extension String {
    /// A message of a database as a sentence. A trigger's own message may end with a full stop already.
    package var sentence: String { hasSuffix(".") ? self : self + "." }
}
