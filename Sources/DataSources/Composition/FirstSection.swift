import Changes
import Loop

/// What the first section of a list says of itself, or did when there was one: the header of rows that stand under it.
@SceneActor func firstSection<Item>(of source: any DataSource<Item>) -> @SceneActor () -> Section {
    var last = Section(id: "rows")
    return {
        if source.sectionCount > 0 { last = source.section(at: 0) }
        return last
    }
}
