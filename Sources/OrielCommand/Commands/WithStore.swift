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
        store = try await Store(at: path, password: password, configuration: configuration)
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
