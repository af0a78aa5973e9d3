import Lists
import Loop
import PostgreSQL
import Stores

/// Opens a database for a body, mostly to read only, and closes it afterwards.
@SceneActor func withStore<Value: Sendable>(
    of path: String, password: String? = nil, isReadOnly: Bool = true, _ body: @SceneActor (Store) async throws -> Value
) async throws -> Value {
    var configuration = StoreConfiguration()
    configuration.isReadOnly = isReadOnly
    let store: Store
    do throws(StoreError) {
        store = try await .opened(path, password: password, configuration)
    } catch {
        throw Failure("\(path.shown): \(error)")
    }
    do {
        let value = try await body(store)
        await store.close()
        return value
    } catch {
        await store.close()
        throw error
    }
}

extension Store {
    /// Opens a SQLite database, a JSON file if the name says so, or the PostgreSQL database at an address.
    static func opened(
        _ path: String, password: String? = nil, _ configuration: StoreConfiguration
    ) async throws(StoreError) -> Store {
        if PostgresAddress(path) != nil {
            return try await Store(postgres: path, password: password, configuration: configuration)
        }
        return try await path.lowercased().hasSuffix(".json")
            ? Store(json: path, configuration: configuration) : Store(path: path, configuration: configuration)
    }
}

extension String {
    /// The path, or the address of a database without its password.
    var shown: String { PostgresAddress(self)?.shown ?? self }
}
