import Loop
import Lists
import Stores

/// Opens a file that is only read, and closes it after a body.
@SceneActor func withStore(
    of path: String, _ body: @SceneActor (Store) async throws -> Void
) async throws {
    var configuration = StoreConfiguration()
    configuration.isReadOnly = true
    let store: Store
    do throws(StoreError) {
        store =
            try await path.lowercased().hasSuffix(".json")
            ? Store(json: path, configuration: configuration) : Store(path: path, configuration: configuration)
    } catch {
        throw Failure("\(path): \(error.message)")
    }
    do {
        try await body(store)
        await store.close()
    } catch {
        await store.close()
        throw error
    }
}
