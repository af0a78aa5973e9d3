import JSON
import Loop

/// A property of a view model that viewers see, under its own name.
///
///     @Output var total = 0
///
/// Setting an equal value does nothing; setting several outputs in one turn is one patch. Who reads it in
/// ``Presenter/updateOutputs()`` of another presenter is told when it changes.
///
/// - Complexity: setting it costs a comparison and two bits; its form in a document is made once per turn.
@propertyWrapper @SceneActor public final class Output<Value: OutputValue>: Field {
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// An output with its first value.
    public init(wrappedValue: Value) {
        value = wrappedValue
        super.init()
    }

    /// The value. Compared and set where the type is known, for the comparison of an unknown one costs more than all the rest.
    @inlinable public var wrappedValue: Value {
        get {
            noteRead(byOwnerToo: false)
            return value
        }
        set {
            guard newValue != value else { return }
            value = newValue
            noteChange()
        }
    }

    override var json: JSON { value.json }
}
