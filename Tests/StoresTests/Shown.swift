import Changes
import DataSources
import Loop
import Observation

/// A client's view of all rows of a list.
@Observable @SceneActor final class Shown<Item> {
    private(set) var items: [Item] = []
    private(set) var isRead = false
    private(set) var problem: ListProblem?
    @ObservationIgnored private let list: any DataSource<Item>
    @ObservationIgnored private var observation: AnyObject?

    init(_ list: any DataSource<Item>) {
        self.list = list
        observation = list.observe { [weak self] in self?.receive($0) }
        list.display([0..<100])
    }

    private func receive(_ event: ListEvent) {
        if case .failed(let problem) = event { self.problem = problem }
        if case .changed = event { list.display([0..<100]) }
        isRead = list.isLoaded
        items = (0..<list.rowCount(in: 0)).compactMap { list.item(at: IndexPath(section: 0, row: $0)) }
    }
}
