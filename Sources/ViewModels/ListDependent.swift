import DataSources
import Loop
import Observables

/// Every view model. An extension of a protocol knows the type of `self`, so that a key path may begin at it.
@SceneActor public protocol ListDependent: ViewModel {}

extension ViewModel: ListDependent {}

extension ListDependent {
    /// Shows a list that depends on a property, such as an input: now, and another one when the property changes. Call
    /// it in ``ViewModel/setUp()`` or in an initializer.
    ///
    ///     override func setUp() {
    ///         list(depending: \.shown) { [desk] shown in
    ///             CellList(desk.list("Ticket", where: [.equal("State", shown)]) { TicketCell($0) })
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - path: The property: an input, an output, a ``Bound`` model, or a computed property that reads such.
    ///   - make: Makes the list for a value of the property. What it reads is not tracked.
    public func list<Value: Equatable>(
        depending path: KeyPath<Self, Value>, _ make: @escaping @SceneActor (Value) -> any DataSource<Cell>
    ) {
        var (present, shown): (Value?, Value?)
        listTracking = Tracking { [weak self] in
            present = self?[keyPath: path]
        } then: { [weak self] in
            guard let self, let value = present, value != shown else { return }
            shown = value
            Misuse.attribute(to: self) { self.list = make(value) }
        }
    }
}
