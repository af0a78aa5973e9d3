import Changes
import DataSources
import Loop
import ViewModels

/// What each window into a list shows of all of it.
struct ListExtent: Equatable {
    var isCounted = false
    var rows = 0
    var sections = 0

    /// Of no list.
    init() {}

    /// Of a list as it is.
    @SceneActor init(_ list: (any DataSource<Cell>)?) {
        guard let list, list.isLoaded else { return }
        (isCounted, rows, sections) = (list.isCounted, list.totalRowCount, list.sectionCount)
    }
}

extension ChangeSet {
    /// The rows, by their paths before, that show something else.
    var changedRows: Set<IndexPath> {
        var paths: Set<IndexPath> = []
        for case .rowChanged(let path) in changes { paths.insert(path) }
        return paths
    }

    /// Whether each section stays where it is, with as many rows.
    var keepsSections: Bool {
        changes.allSatisfy { change in
            switch change {
            case .rowChanged: true
            case .rowMoved(let from, let to): from.section == to.section
            case .rowInserted, .rowDeleted, .sectionInserted, .sectionDeleted, .sectionChanged, .sectionMoved: false
            }
        }
    }
}
