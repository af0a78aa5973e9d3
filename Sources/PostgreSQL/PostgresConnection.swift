import CPostgres
import Changes
import Glibc

/// A connection to a PostgreSQL server. It blocks, and belongs to one queue or thread.
///
///     let connection = try PostgresConnection(address)
///     let rows = try connection.run("SELECT name FROM item WHERE id = $1", ["7"])
package final class PostgresConnection {
    private let link: PostgresLink
    /// The time at which the present statements are cancelled.
    private var deadline: ContinuousClock.Instant?
    private var prepared: [ExactName: String] = [:]
    private var mustForget = false
    /// The savepoint to return to after a failure in a transaction; `nil` for none.
    package var savepoint: String? { didSet { setup = nil } }
    /// The script that has changed settings of the transaction since the savepoint.
    private var setup: ExactName?

    /// The limit on prepared statements. Older ones are discarded together.
    private static let preparedLimit = 1_000
    /// How long the server may take to accept a connection, in seconds.
    private static let patience = 10
    /// Settings of every session, so that all nodes and all connections print the same texts.
    private static let settings = """
        SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1;
        SET bytea_output = 'hex'; SET standard_conforming_strings = on; SET client_min_messages = error
        """

    /// Connects to a database.
    ///
    /// - Parameter isReplication: Whether the connection receives a stream of changes.
    package init(_ address: PostgresAddress, isReplication: Bool = false) throws(PostgresFailure) {
        // Of two options with one name, libpq takes the later: the address may set its own.
        var options = [
            ("connect_timeout", String(Self.patience)), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "15000"), ("fallback_application_name", "oriel"),
            ("dbname", address.url), ("client_encoding", "UTF8"),
        ]
        if let password = address.password { options.append(("password", password)) }
        if isReplication { options.append(("replication", "database")) }
        link = try PostgresLink(options)
        try runScript(Self.settings)
    }

    /// Cancels the present statement, and every later one. Thread-safe.
    package var interrupter: @Sendable () -> Void { link.interrupter }

    /// The environment in which another program of libpq connects in the same way. It may have a password.
    package var environment: [String: String] { link.environment }
}

extension PostgresConnection {
    /// Runs a body, whose statements are cancelled after the time limit.
    package func within<Value, Failure>(
        _ limit: Duration, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outer = deadline
        let end = ContinuousClock.now + limit
        deadline = outer.map { min($0, end) } ?? end
        defer { deadline = outer }
        return try body()
    }

    /// Runs several statements, or a command of the replication protocol. Returns the last result.
    @discardableResult
    package func runScript(_ sql: String) throws(PostgresFailure) -> PostgresResult {
        try link.sent(libpq_sendQuery(link.handle, sql))
        return try result()
    }

    /// Has later statements of the transaction run after a script that changes settings of the transaction, or after
    /// none. The changes of another script are undone before. Needs a savepoint, before which nothing is written.
    package func setUp(_ script: String?) throws(PostgresFailure) {
        guard setup != script.map(ExactName.init) else { return }
        guard savepoint != nil else { throw PostgresFailure(code: "25P01", message: "there is no savepoint") }
        if setup != nil { try returnToSavepoint() }
        guard let script else { return }
        try runScript(script)
        setup = ExactName(script)
    }

    /// Runs one statement. Its parameters take their types from the context.
    @discardableResult
    package func run(_ sql: String, _ parameters: [String?] = []) throws(PostgresFailure) -> PostgresResult {
        try withParameters(parameters) { count, values in
            libpq_sendQueryParams(link.handle, sql, count, nil, values, nil, nil, 0)
        }
        return try result()
    }

    /// Runs a statement that is prepared on its first use. See ``PreparedStatement``.
    @discardableResult
    package func runPrepared(
        _ sql: String, _ parameters: [String?], isBinary: Bool = false
    ) throws(PostgresFailure) -> PostgresResult {
        try run(PreparedStatement(sql, parameters, isBinary: isBinary))
    }

    /// Runs a prepared statement.
    package func run(_ statement: PreparedStatement) throws(PostgresFailure) -> PostgresResult {
        try send(statement, named: name(of: statement))
        do throws(PostgresFailure) {
            return try result()
        } catch {
            if error.isStalePlan { mustForget = true }
            throw error
        }
    }

    /// Runs prepared statements with one round trip. After a failure, the others do not run. libpq before version 14
    /// needs one round trip for each.
    ///
    /// - Parameter limit: The bytes of the results, after which no further one is kept.
    /// - Returns: The results of the first statements, up to the failure or the limit, and the failure.
    package func run(
        together statements: [PreparedStatement], upTo limit: Int
    ) throws(PostgresFailure) -> (results: [PostgresResult], failure: PostgresFailure?) {
        let new = Set(statements.map(\.sql)).subtracting(prepared.keys).count
        if mustForget || prepared.count + new > Self.preparedLimit { try forgetStatements() }
        let names = try statements.map { statement throws(PostgresFailure) in try name(of: statement) }
        var (results, failure, bytes) = ([PostgresResult](), PostgresFailure?.none, 0)
        func keep(_ result: () throws(PostgresFailure) -> PostgresResult) {
            do throws(PostgresFailure) {
                let result = try result()
                bytes += result.byteCount
                if bytes <= limit { results.append(result) }
            } catch {
                failure = failure ?? error
            }
        }
        guard libpq_hasPipelines() == 1, !statements.contains(where: \.hasNUL) else {
            for statement in statements where failure == nil && bytes <= limit {
                keep { () throws(PostgresFailure) in try run(statement) }
            }
            return (results, failure)
        }
        try link.sent(libpq_enterPipelineMode(link.handle))
        for (statement, name) in zip(statements, names) { try send(statement, named: name) }
        try link.sent(libpq_pipelineSync(link.handle))
        for _ in statements {
            // After a failure, the server sends the other results at once.
            keep { () throws(PostgresFailure) in try lastResult(until: failure == nil ? deadline : nil) }
        }
        if let end = try link.nextResult(until: nil) { libpq_clear(end) }
        try link.sent(libpq_exitPipelineMode(link.handle))
        if link.isInFailedTransaction { try returnToSavepoint() }
        return (results, failure)
    }

    /// Runs prepared statements with one round trip. Throws if one fails.
    package func run(all statements: [PreparedStatement]) throws(PostgresFailure) -> [PostgresResult] {
        let (results, failure) = try run(together: statements, upTo: .max)
        if failure?.isStalePlan == true { mustForget = true }
        if let failure { throw failure }
        return results
    }

    private func send(_ statement: PreparedStatement, named name: String) throws(PostgresFailure) {
        try withParameters(statement.parameters.map { $0?.text }) { count, values in
            libpq_sendQueryPrepared(link.handle, name, count, values, nil, nil, statement.isBinary ? 1 : 0)
        }
    }

    /// Returns the name under which a statement is prepared.
    private func name(of statement: PreparedStatement) throws(PostgresFailure) -> String {
        if let name = prepared[statement.sql], !mustForget { return name }
        if mustForget || prepared.count >= Self.preparedLimit { try forgetStatements() }
        let name = "s\(prepared.count)"
        try link.sent(libpq_sendPrepare(link.handle, name, statement.sql.text, 0, nil))
        _ = try result()
        prepared[statement.sql] = name
        return name
    }

    /// Discards all prepared statements.
    package func forgetStatements() throws(PostgresFailure) {
        mustForget = true  // until the server has done it
        try run("DEALLOCATE ALL")
        (prepared, mustForget) = ([:], false)
    }

    private func withParameters(
        _ parameters: [String?], _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>) -> Int32
    ) throws(PostgresFailure) {
        guard !parameters.contains(where: { $0?.utf8.contains(0) ?? false }) else {
            throw PostgresFailure(code: "22021", message: "a text contains the character NUL")
        }
        let values = parameters.map { $0.map { strdup($0) } ?? nil }
        defer { values.forEach { free($0) } }
        try link.sent(body(Int32(values.count), values.map { UnsafePointer($0) }))
    }

    /// Waits for the results of what was sent. Returns the last. After a failure within a transaction, returns to its
    /// savepoint, so that the failure concerns this statement alone.
    private func result() throws(PostgresFailure) -> PostgresResult {
        do throws(PostgresFailure) {
            return try lastResult(until: deadline)
        } catch {
            if link.isInFailedTransaction { try returnToSavepoint() }
            throw error
        }
    }

    /// Undoes what the transaction has done since the savepoint, if there is one. Without a time limit: that of a
    /// statement does not hold for its end.
    package func returnToSavepoint() throws(PostgresFailure) {
        guard let savepoint else { return }
        setup = nil
        try link.sent(libpq_sendQuery(link.handle, "ROLLBACK TO SAVEPOINT \(savepoint)"))
        _ = try lastResult(until: nil)
    }

    private func lastResult(until deadline: ContinuousClock.Instant?) throws(PostgresFailure) -> PostgresResult {
        var last: PostgresResult?
        var failure: PostgresFailure?
        while let next = try link.nextResult(until: deadline) {
            switch libpq_resultStatus(next) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: last = PostgresResult(next)
            case PGRES_COPY_OUT, PGRES_COPY_BOTH: return PostgresResult(next)
            case PGRES_COPY_IN: throw PostgresFailure(message: "the statement waits for rows that nobody sends")
            default:
                failure = failure ?? PostgresFailure(next)
                libpq_clear(next)
            }
        }
        if let failure { throw failure }
        guard let last else { throw link.failure }
        return last
    }
}

extension PostgresConnection {
    /// Runs `COPY … TO STDOUT`, and calls `body` with each message: a row, or a part of the stream.
    package func copy(
        _ sql: String, _ body: (UnsafeRawBufferPointer) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        try run(sql)
        do throws(PostgresFailure) {
            while let message = try link.nextMessage(until: deadline) { try take(message, body) }
        } catch {
            link.cancel()
            while let message = try? link.nextMessage(until: nil) {
                libpq_freemem(UnsafeMutableRawPointer(mutating: message.baseAddress))
            }
            _ = try? result()
            throw error
        }
        _ = try result()
    }

    /// Runs `COPY … FROM STDIN`, and sends what `next` returns until it returns `nil`. If `next` throws, nothing is
    /// copied.
    package func copyIn(_ sql: String, _ next: () throws -> [UInt8]?) throws {
        try link.sent(libpq_sendQuery(link.handle, sql))
        guard let opening = try link.nextResult(until: deadline) else { throw link.failure }
        guard libpq_resultStatus(opening) == PGRES_COPY_IN else {
            defer { libpq_clear(opening) }
            throw PostgresFailure(opening)
        }
        libpq_clear(opening)
        do {
            while let rows = try next() { try link.put(rows) }
        } catch {
            libpq_putCopyEnd(link.handle, "the sender has failed")
            _ = try? result()
            throw error
        }
        try link.sent(libpq_putCopyEnd(link.handle, nil))
        _ = try result()
    }

    private func take(
        _ message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        defer { libpq_freemem(UnsafeMutableRawPointer(mutating: message.baseAddress)) }
        try body(message)
    }

    /// Returns a message of a stream that has been received, if any: a copy of its bytes. Throws at the end.
    package func received() throws(PostgresFailure) -> [UInt8]? {
        var start: UnsafeMutablePointer<CChar>?
        let count = libpq_getCopyData(link.handle, &start, 1)
        if count == 0 { return nil }
        guard count > 0, let start else {
            _ = try result()
            throw link.failure
        }
        defer { libpq_freemem(start) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// Waits until the server has sent something, another descriptor can be read, or the time is over.
    package func wait(atMost limit: Duration, or other: Int32) throws(PostgresFailure) {
        try link.wait(atMost: limit, or: other)
    }

    /// Sends a message to the server of a stream or of a copy.
    package func put(_ message: [UInt8]) throws(PostgresFailure) { try link.put(message) }
}
