import Lists
import Loop
import PostgresEngine
import Stores
import TestSupport

/// A PostgreSQL database, and another process that writes it.
@SceneActor final class PostgresUnderTest: TestedEngine {
    let keepsInsertionOrder = false
    private let database: PostgresTestDatabase

    init(_ items: [Item], _ means: AttachedDatabase.Means?) async throws {
        let sql =
            "CREATE TABLE item (id bigint PRIMARY KEY, name text, rank int);\n"
            + items.map { Self.statement(.insert($0)) }
            .joined()
        database = try await blocking { try PostgresTestDatabase(sql, attachedBy: means) }
    }

    private static func statement(_ change: ItemChange) -> String {
        switch change {
        case .insert(let item): "INSERT INTO item VALUES (\(item.id), '\(item.name)', \(item.rank));\n"
        case .delete(let id): "DELETE FROM item WHERE id = \(id);\n"
        case .update(let id, let item):
            "UPDATE item SET id = \(item.id), name = '\(item.name)', rank = \(item.rank) WHERE id = \(id);\n"
        }
    }

    func open(_ configuration: StoreConfiguration) async throws -> Store {
        try await Store(postgres: database.url, configuration: configuration)
    }

    func write(_ changes: [ItemChange], to model: ItemModel) async throws {
        try await database.run(changes.map(Self.statement).joined())
    }

    func replace(with items: [Item]) async throws {
        try await database.run("TRUNCATE item;\n" + items.map { Self.statement(.insert($0)) }.joined())
    }

    func hide() throws { try database.setOpen(false) }

    func show() throws { try database.setOpen(true) }
}
