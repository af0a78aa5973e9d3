import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct MappedDataSourceTests {
    @Test func aRowKeepsItsItemWhileTheInnerOneIsTheSame() {
        let inner = cells("s", ["a", "b"])
        let list = inner.map { Cell($0.name + "!") }
        let items = list.items[0]
        #expect(items.map(\.?.name) == ["a!", "b!"])
        inner.reset([inner.items[1], Cell("a")])
        #expect(list.item(at: path(0, 0)) === items[1])
        #expect(list.item(at: path(0, 1)) !== items[0])
    }

    @Test func aMappedRowAllowsWhatTheInnerOneAllows() async throws {
        let inner = cells("s", ["a"], rights: .delete)
        let list = inner.map { $0.name }
        #expect(list.rights(at: path(0, 0)) == .delete)
        try await list.perform(.delete, at: path(0, 0))
        #expect(inner.items[0].edits == [.delete])
    }

    @Test func unobservedRowsMayLoseTheirItems() {
        let inner = cells("s", (0..<300).map(String.init))
        let list = inner.map { Cell($0.name) }
        weak let item = list.item(at: path(0, 0))
        _ = list.items
        list.display([290..<400])
        #expect(item == nil)
        #expect(list.items[0].count == 300)
    }
}
