import DataSources
import Loop
import Testing

/// Programmer errors stop a debug build at their place.
@Suite(.timeLimit(.minutes(5))) struct MisuseTests {
    @Test func anUnknownSectionIsNotRequested() async {
        await #expect(processExitsWith: .failure) { await ask { _ = $0.rowCount(in: 1) } }
        await #expect(processExitsWith: .failure) { await ask { _ = $0.section(at: 1) } }
        await #expect(processExitsWith: .failure) { await ask { _ = $0.item(at: path(1, 0)) } }
        await #expect(processExitsWith: .failure) { await ask { _ = $0.section(at: -1) } }
        await #expect(processExitsWith: .success) { await ask { _ = $0.item(at: path(0, 0)) } }
    }

    @Test func rowsStackedAreOneSection() async {
        await #expect(processExitsWith: .failure) { await ask { _ = stacked($0).rowCount(in: 1) } }
        await #expect(processExitsWith: .failure) { await ask { _ = stacked($0).item(at: path(1, 0)) } }
    }
}

@SceneActor private func ask(_ question: @SceneActor (any DataSource<Cell>) -> Void) {
    question(cells("s", ["a"]))
}

@SceneActor private func stacked(_ list: any DataSource<Cell>) -> any DataSource<Cell> {
    MultiRowDataSource(section: Section(id: "all"), [ListChild("a", list)])
}
