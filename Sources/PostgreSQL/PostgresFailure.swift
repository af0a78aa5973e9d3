import CPostgres

/// An error of PostgreSQL or of the connection to it.
package struct PostgresFailure: Error, Equatable {
    /// The code of the error (`SQLSTATE`), five characters; empty if the connection failed.
    package let code: String
    /// The reason, without the level and without a full stop.
    package let message: String
    /// What the error is about, if the server names it.
    package var schema: String?
    package var table: String?
    package var column: String?
    package var constraint: String?

    /// Creates an error.
    package init(code: String = "", message: String) {
        (self.code, self.message) = (code, message)
    }

    /// Whether the connection is of no more use: it is broken, or the server ended it (class 57P, class 08).
    package var isOfConnection: Bool {
        // 08P01 refuses a statement with other parameters than were sent.
        code.isEmpty || code.hasPrefix("57P") || code.hasPrefix("08") && code != "08P01"
    }

    /// Whether the statement was cancelled (`query_canceled`), as by a time limit.
    package var isCancellation: Bool { code == "57014" }

    /// Whether running the transaction again may succeed: a serialization failure, a deadlock, or a prepared statement
    /// that is older than its table.
    package var isWorthRepeating: Bool { code == "40001" || code == "40P01" || isStalePlan }

    /// Whether a prepared statement is older than its table. The connection has discarded it.
    package var isStalePlan: Bool { code == "0A000" && message.hasPrefix("cached plan") }

    /// Whether the statement waited too long for a lock (`lock_not_available`).
    package var isLockTimeout: Bool { code == "55P03" }
}

extension PostgresFailure {
    /// Reads the error of a result.
    init(_ result: OpaquePointer) {
        func field(_ code: UnicodeScalar) -> String? {
            libpq_resultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        self.init(code: field("C") ?? "", message: field("M") ?? Self.sentence(libpq_resultErrorMessage(result)))
        (schema, table, column, constraint) = (field("s"), field("t"), field("c"), field("n"))
    }

    /// Returns the first line of a message of libpq, without a full stop.
    static func sentence(_ message: UnsafePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        let line = text.split(separator: "\n").first.map(String.init) ?? "the connection was closed"
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
