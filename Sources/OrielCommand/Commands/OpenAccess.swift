import Access
import Loop
import Scenes
import Stores

/// The open database of people, sessions and keys.
@SceneActor struct OpenAccess {
    private let access: Access
    /// The served database, if it was opened for the access.
    private let store: Store?

    /// Opens the database. If that fails, closes the served database.
    init(in store: Store? = nil, _ open: @SceneActor () async throws(AccessError) -> Access) async throws {
        self.store = store
        do throws(AccessError) {
            access = try await open()
        } catch {
            await store?.close()
            throw Failure(error.description)
        }
    }

    /// Runs a body, and closes both databases afterwards.
    func use<Value: Sendable>(_ body: @SceneActor (Access) async throws -> Value) async throws -> Value {
        do {
            let value = try await body(access)
            await close()
            return value
        } catch {
            await close()
            throw (error as? SignInError).map { Failure($0.sentence) } ?? error
        }
    }

    private func close() async {
        await access.close()
        await store?.close()
    }
}
