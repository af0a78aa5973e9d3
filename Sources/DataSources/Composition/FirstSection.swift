import Changes
import Loop

/// Returns a function for the first section's properties, or the last known ones: the header of the rows below it.
@SceneActor func firstSection<Item>(of source: any DataSource<Item>) -> @SceneActor () -> Section {
    var last = Section(id: "rows")
    return {
        if source.sectionCount > 0 { last = source.section(at: 0) }
        return last
    }
}
