import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Objects that outlive their store.
@Suite(.timeLimit(.minutes(5))) struct OutlivingTests {
    @Test @SceneActor func aListOutlivesItsStore() async throws {
        var list: LiveList?
        try await Music.open { list = $0.store.open(Query(table: "Artist", columns: ["Name"])) }
        #expect(list?.checkIsCurrent() == true)
        list?.close()
    }
}
