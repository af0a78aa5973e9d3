import DataSources
import Loop
import TestSupport
import Testing

@testable import ViewModels

/// Unobserved rows, whose rights depend on a model.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct UnseenRowTests {
    private final class DoorCell: CellViewModel {
        @Bound var isLocked = false
        var wasDeleted = false

        init() { super.init(title: "A door") }

        override func updateOutputs() { rights = isLocked ? [] : .delete }
        override func delete() async { wasDeleted = true }
    }

    @Test func theRightsOfAnUnseenRowAreCurrent() async throws {
        let door = DoorCell()
        let list = ViewModel(
            screen: "doors", list: CellList(ArrayDataSource([door], section: Section(id: "doors")) { _ in "1" }))
        list.activate()
        door.rights = .delete
        door.isLocked = true
        await #expect(throws: CommandFailure.self) { try await list.run(Invocation(command: "delete", row: "1")) }
        #expect(!door.wasDeleted)
        door.isLocked = false
        _ = try await list.run(Invocation(command: "delete", row: "1"))
        #expect(door.wasDeleted)
    }
}
