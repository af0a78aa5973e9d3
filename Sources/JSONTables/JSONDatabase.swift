import Changes
import DataSources
import Dispatch
import Files
import JSON
import Lists
import Loop
import SQLiteEngine
import Tables

/// A watched JSON file as the database of a store. Lists read a private SQLite file that mirrors it, and commands write
/// the JSON file.
@SceneActor package final class JSONDatabase: DatabaseEngine {
    package let name: String
    private let file: FollowedJSONFile
    private let mirror: SQLiteDatabase
    private weak var owner: (any EngineOwner)?
    private var isClosed = false

    /// Reads the file at an absolute path.
    package init(path: String, configuration: StoreConfiguration) async throws(StoreError) {
        let result: Result<JSONFileMirror, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(StoreError) in try JSONFileMirror(path) })
            }
        }
        let opened = try result.get()
        name = path.fileName
        file = FollowedJSONFile(opened, interval: configuration.pollInterval)
        mirror = SQLiteDatabase(path: opened.database.path, configuration: configuration)
    }

    /// The path of the file, if it has no tables.
    package var documentPath: String? { file.shape.tables.isEmpty ? file.path : nil }

    package nonisolated var work: StoreWork { mirror.work }

    package func open(for owner: any EngineOwner) async throws(StoreError) {
        self.owner = owner
        mirror.onOpen = { [file] in file.use($0) }
        try await mirror.open(for: owner)
        file.follow(for: self)
    }

    package func close() async {
        isClosed = true
        file.close()
        await mirror.close()
    }

    package func reopen(after error: StoreError) async { await mirror.reopen(after: error) }

    package var isLost: Bool { mirror.isLost }
    package var standingProblem: ListProblem? { file.problem }
    package var keepsWritersOut: Bool { false }
    package func checkResponse() -> String? { mirror.checkResponse() }

    package func checkForCommits() -> CommitCheck { mirror.checkForCommits() }

    package func checkSource() -> Bool { file.checkIsKnown() }

    package func readSource(_ body: @escaping @SceneActor () -> Void) { file.read(body) }

    package func checkCurrentSince() -> ContinuousClock.Instant { file.checkCurrentSince() }

    /// Returns a query with equal rows in the order of the file.
    package func ordered(_ query: Query, in schema: Schema) -> Query {
        guard case .rows(let name) = query.subject, query.keys == nil,
            let position = schema.table(named: name)?.columns.first(where: \.isHidden), !position.isRowID
        else { return query }
        var query = query
        query.sort.append(SortTerm(column: position.name))
        return query
    }

    /// Receipts are not remembered.
    package func write(
        _ commands: [WriteCommand], as role: DatabaseRole?, once receipt: Receipt?, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        if isClosed { throw .unavailable(.closed) }
        if receipt?.isQuestion == true { throw .neverDone }
        return try await file.write(commands, deadline: deadline)
    }

    package func plan(of sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> [String] {
        try await mirror.plan(of: sql, parameters)
    }

    package func check(statement sql: String, _ parameters: [SQLValue]) async throws(StoreError) {
        throw .failed("A JSON file takes no SQL that writes.")
    }

    package func rows(_ sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> SQLResult {
        try await mirror.rows(sql, parameters)
    }

    package func transaction<Value: Sendable>(
        deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        throw CommandError.readOnly(message: "A JSON file is written by commands, not by SQL.")
    }

    package func value(
        of column: String, in table: Table, id: String, within rights: QueryRights?
    ) async throws(StoreError) -> StoredValue? {
        try await mirror.value(of: column, in: table, id: id, within: rights)
    }

    package func export(_ query: Query, of table: Table?) async throws(StoreError) -> any RowExport {
        try await mirror.export(query, of: table)
    }

    package func end(_ export: any RowExport) async { await mirror.end(export) }
}

extension JSONDatabase: JSONFileOwner {
    func mayHaveCommitted() { owner?.mayHaveCommitted() }
    func fileProblemChanged() { owner?.problemChanged(nil) }
    func fileKindChanged() { owner?.kindChanged() }
    func fileWasRead() { owner?.mustRead() }
}
