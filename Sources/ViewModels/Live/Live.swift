import JSON
import Loop
import Observables

/// An output that follows a value of a database. The view model follows the value too, as by ``ViewModel/follow(_:)``.
///
///     final class DeskViewModel: ViewModel {
///         @Live var open: Int
///
///         init(_ store: Store) {
///             _open = Live(store.count("Ticket", where: [.equal("State", "open")]))
///             super.init(title: "Desk")
///         }
///     }
@propertyWrapper @SceneActor public final class Live<Value: OutputValue>: Field {
    /// The value that is followed.
    public let source: any LiveScalar<Value>
    private var shown: Value
    private var observation: Subscription?

    /// Creates an output that follows a value.
    ///
    /// - Parameter title: The title that clients show; by default they show the words of the name.
    public init(_ source: some LiveScalar<Value>, title: String? = nil) {
        self.source = source
        shown = source.value
        super.init(title: title)
        observation = source.looks.observe { [weak self] in self?.follow() }
    }

    /// The present value.
    public var wrappedValue: Value {
        recordRead(byOwnerToo: true)
        return shown
    }

    /// The field itself.
    public var projectedValue: Live { self }

    override var json: JSON { shown.json }

    override var followed: AnyObject? { source }

    private func follow() {
        let value = source.value
        guard value != shown else { return }
        shown = value
        recordChange()
    }
}
