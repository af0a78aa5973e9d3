import DataSources
import Loop

extension InsertDataSource {
    /// Creates a row with the usual title, shown by `makeItem`.
    public convenience init(
        section: Section = Section(id: "insert"), makeItem: (String) -> Item,
        onInsert: @escaping @SceneActor () async throws -> Void
    ) {
        self.init(title: Strings.current.insert, section: section, makeItem: makeItem, onInsert: onInsert)
    }
}
