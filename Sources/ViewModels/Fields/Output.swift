import JSON
import Loop

/// A property of a view model that viewers see, under its own name.
///
///     @Output var total = 0
///
/// Setting an equal value does nothing. Setting several outputs in one turn causes one patch. A change reruns each
/// ``Presenter/updateOutputs()`` of another presenter that has read the output.
///
/// - Complexity: Setting it costs a comparison and two bits. Its JSON is made once per turn.
@propertyWrapper @SceneActor public final class Output<Value: OutputValue>: Field {
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// Creates an output with its first value.
    public init(wrappedValue: Value) {
        value = wrappedValue
        super.init()
    }

    /// The value. Inlinable, because comparing values of an unknown type costs more than everything else.
    @inlinable public var wrappedValue: Value {
        get {
            recordRead(byOwnerToo: false)
            return value
        }
        set {
            guard newValue != value else { return }
            value = newValue
            recordChange()
        }
    }

    override var json: JSON { value.json }
}
