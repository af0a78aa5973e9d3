import Foundation
import Stores
import Synchronization

/// What a tested app gets: a folder of its own, and a store. Both are gone with the ``TestApp``.
public final class TestPlace: Sendable {
    /// The path of the folder, without a slash at the end.
    public let folder: String
    private let storage: TestStorage
    private let opened = Mutex<(stores: [Store], databases: [ScratchDatabase])>(([], []))

    init(_ storage: TestStorage) throws(TestFailure) {
        self.storage = storage
        folder = "\(storage.folder)/oriel-test-\(UUID().uuidString)"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            Leftovers.add(folder)
        } catch {
            throw TestFailure("\(folder) cannot be made: \(error.localizedDescription)")
        }
    }

    deinit { removeFolder() }

    private func removeFolder() {
        try? FileManager.default.removeItem(atPath: folder)
        Leftovers.remove(folder)
    }

    /// Closes the stores, and removes their databases. The folder is removed last: a store that still watches a file
    /// reports that it is missing.
    func close() async {
        let (stores, databases) = opened.withLock { opened in
            defer { opened = ([], []) }
            return opened
        }
        for store in stores { await store.close() }
        for database in databases { database.drop() }
        removeFolder()
    }

    /// Opens a store with the schema of these migrations, on the storage of the test.
    ///
    /// - Parameter migrations: As in `Store(path:migrations:)`. On PostgreSQL, the migrations are
    ///   in its SQL.
    /// - Throws: `StoreError`, or ``TestFailure`` if the database cannot be made.
    public func store(migrations: KeyValuePairs<String, String> = [:]) async throws -> Store {
        let store: Store
        if case .postgres(let server) = storage {
            let database = try await ScratchDatabase.make(at: server)
            opened.withLock { $0.databases.append(database) }
            store = try await Store(postgres: database.address, migrations: migrations)
        } else {
            store = try await Store(path: "\(folder)/test.sqlite", migrations: migrations)
        }
        opened.withLock { $0.stores.append(store) }
        return store
    }
}
