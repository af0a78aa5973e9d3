import Lists
import Loop
import PostgresEngine
import Stores

/// An engine under test: a store on it, and ways to change the same data behind its back.
@SceneActor protocol TestedEngine: AnyObject {
    /// Whether equal rows come in the order in which they were inserted, not in that of their keys.
    var keepsInsertionOrder: Bool { get }
    /// Opens a store.
    func open(_ configuration: StoreConfiguration) async throws -> Store
    /// Makes changes from another program, all at once.
    func write(_ changes: [ItemChange], to model: ItemModel) async throws
    /// Replaces all data by others, so that no history leads there: any row may have changed.
    func replace(with items: [Item]) async throws
    /// Makes the data unreadable.
    func hide() throws
    /// Makes the data readable again.
    func show() throws
}

/// The engines that the suite runs on.
enum EngineCase: String, CaseIterable, Sendable {
    case writeAheadLog, rollbackJournal, loggedWriteAheadLog, loggedRollbackJournal, json
    case postgres, loggedPostgres, comparedPostgres

    /// Creates the data of a test.
    @SceneActor func make(_ items: [Item]) async throws -> any TestedEngine {
        switch self {
        case .writeAheadLog: try await SQLiteUnderTest(items, journal: "WAL", isLogged: false)
        case .rollbackJournal: try await SQLiteUnderTest(items, journal: "DELETE", isLogged: false)
        case .loggedWriteAheadLog: try await SQLiteUnderTest(items, journal: "WAL", isLogged: true)
        case .loggedRollbackJournal: try await SQLiteUnderTest(items, journal: "DELETE", isLogged: true)
        case .json: try JSONUnderTest(items)
        case .postgres: try await PostgresUnderTest(items, .publication)
        case .loggedPostgres: try await PostgresUnderTest(items, .triggers)
        case .comparedPostgres: try await PostgresUnderTest(items, nil)
        }
    }
}
