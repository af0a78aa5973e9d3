import DataSources
import Loop
import Observables
import ViewModels

/// The lists of the view models that are embedded in a scene, listened to and kept on display.
@SceneActor final class SlotLists {
    /// How many rows of an embedded list are shown.
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

    /// Listens to the lists that stand in the slots of `viewModel` now, and in those of what is embedded there.
    func bind(to viewModel: ViewModel) {
        guard !viewModel.slots.isEmpty || !bound.isEmpty else { return }
        var current: [ObjectIdentifier: Binding] = [:]
        collect(from: viewModel, into: &current)
        for (key, binding) in bound where current[key] == nil { binding.list.display([]) }
        bound = current
    }

    /// Says that the rows that are shown are looked at, or are not any more.
    func display(_ isShown: Bool) {
        for binding in bound.values { binding.list.display(isShown ? [0..<Self.rowLimit] : []) }
    }

    private func collect(from viewModel: ViewModel, into current: inout [ObjectIdentifier: Binding]) {
        for child in viewModel.slots.values {
            child.noteAnswer()
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
            child?.noteAnswer()
            self?.onChange()
        }
    }
}
