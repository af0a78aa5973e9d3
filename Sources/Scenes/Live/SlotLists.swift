import DataSources
import Loop
import Observables
import ViewModels

/// Observes the lists of embedded view models, and keeps them on display.
@SceneActor final class SlotLists {
    /// The maximum number of rows shown of an embedded list.
    static let rowLimit = 200

    private let onChange: () -> Void
    private var bound: [ObjectIdentifier: Binding] = [:]

    private struct Binding {
        let list: any DataSource<Cell>
        let observation: Subscription
    }

    init(onChange: @escaping () -> Void) {
        self.onChange = onChange
    }

    /// Observes the lists in the slots of `viewModel`, and in the slots of embedded view models.
    func bind(to viewModel: ViewModel) {
        guard !viewModel.slots.isEmpty || !bound.isEmpty else { return }
        var current: [ObjectIdentifier: Binding] = [:]
        collect(from: viewModel, into: &current)
        for (key, binding) in bound where current[key] == nil { binding.list.display([]) }
        bound = current
    }

    /// Tells the lists whether their first rows are watched.
    func display(_ isShown: Bool) {
        for binding in bound.values { binding.list.display(isShown ? [0..<Self.rowLimit] : []) }
    }

    private func collect(from viewModel: ViewModel, into current: inout [ObjectIdentifier: Binding]) {
        for child in viewModel.slots.values {
            child.recordAnswer()
            if let list = child.list {
                let key = ObjectIdentifier(list)
                current[key] = bound[key] ?? Binding(list: list, observation: observe(list, of: child))
            }
            collect(from: child, into: &current)
        }
    }

    private func observe(_ list: any DataSource<Cell>, of child: ViewModel) -> Subscription {
        list.observe { [weak self, weak child] event in
            if case .failed(let problem) = event { child?.problem = problem }
            if case .refreshed = event { return }
            child?.recordAnswer()
            self?.onChange()
        }
    }
}
