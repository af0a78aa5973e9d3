import Changes
import DataSources
import Loop
import ViewModels

/// The size of the whole list, which the document shows with each window.
struct ListExtent: Equatable {
    var isCounted = false
    var rows = 0
    var sections = 0

    /// The extent of no list.
    init() {}

    /// The current extent of a list.
    @SceneActor init(_ list: (any DataSource<Cell>)?) {
        guard let list, list.isLoaded else { return }
        (isCounted, rows, sections) = (list.isCounted, list.totalRowCount, list.sectionCount)
    }
}

extension ChangeSet {
    /// The paths, before the changes, of the rows whose content changed.
    var changedRows: Set<IndexPath> {
        var paths: Set<IndexPath> = []
        for case .rowChanged(let path) in changes { paths.insert(path) }
        return paths
    }

    /// Whether each section keeps its position and its number of rows.
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
