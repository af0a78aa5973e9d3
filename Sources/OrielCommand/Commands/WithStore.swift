import Lists
import Loop
import PostgreSQL
import Stores

/// Opens a database for a body, mostly to read only, and closes it afterwards.
@SceneActor func withStore<Value: Sendable>(
    of path: String, password: String? = nil, isReadOnly: Bool = true, _ body: @SceneActor (Store) async throws -> Value
) async throws -> Value {
    let store = try await openStore(at: path, password: password, isReadOnly: isReadOnly)
    do {
        let value = try await body(store)
        await store.close()
        return value
    } catch {
        await store.close()
        throw error
    }
}

/// Opens a database. The error says which database could not be opened.
@SceneActor func openStore(at path: String, password: String?, isReadOnly: Bool) async throws -> Store {
    var configuration = StoreConfiguration()
    configuration.isReadOnly = isReadOnly
    do throws(StoreError) {
        return try await Store(at: path, password: password, configuration: configuration)
    } catch {
        throw Failure("\(path.shown): \(error)")
    }
}
