import Lists
import Loop
import SQLiteEngine
import Stores
import TestSupport

/// A SQLite file, and another process that writes it.
@SceneActor final class SQLiteUnderTest: TestedEngine {
    let keepsInsertionOrder = false
    private let database: Database
    private let journal: String
    private let isLogged: Bool

    init(_ items: [Item], journal: String, isLogged: Bool) async throws {
        (self.journal, self.isLogged) = (journal, isLogged)
        let sql = Self.sql(items, journal)
        database = try await blocking { try Database(sql) }
        try attach(database.path)
    }

    private static func sql(_ items: [Item], _ journal: String) -> String {
        "PRAGMA journal_mode = \(journal);\nCREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, rank INTEGER);\n"
            + "BEGIN;\n" + items.map { Self.statement(.insert($0)) }.joined() + "COMMIT;\n"
    }

    private static func statement(_ change: ItemChange) -> String {
        switch change {
        case .insert(let item): "INSERT INTO item VALUES (\(item.id), '\(item.name)', \(item.rank));\n"
        case .delete(let id): "DELETE FROM item WHERE id = \(id);\n"
        case .update(let id, let item):
            "UPDATE item SET id = \(item.id), name = '\(item.name)', rank = \(item.rank) WHERE id = \(id);\n"
        }
    }

    private func attach(_ path: String) throws {
        if isLogged { _ = try LogFile(path: path).attach() }
    }

    func open(_ configuration: StoreConfiguration) async throws -> Store {
        try await Store(path: database.path, configuration: configuration)
    }

    func write(_ changes: [ItemChange], to model: ItemModel) async throws {
        try await database.run("BEGIN IMMEDIATE;\n" + changes.map(Self.statement).joined() + "COMMIT;\n")
    }

    func replace(with items: [Item]) async throws {
        let sql = Self.sql(items, journal)
        let other = try await blocking { try Database(sql) }
        try attach(other.path)
        // SQLite would apply a leftover write-ahead log to the new file.
        try Shell.run("rm", ["-f", database.path + "-wal", database.path + "-shm"])
        try other.move(to: database.path)
    }

    func hide() throws { try database.move(to: database.path + ".hidden") }

    func show() throws { try Shell.run("mv", [database.path + ".hidden", database.path]) }
}
