import JSON
import Loop

/// A property of a view model that viewers see, under its own name.
///
///     @Output var total = 0
///     @Output(title: "Sum of all orders") var orders = 0
///
/// Setting an equal value does nothing. Setting several outputs in one turn causes one patch. A change reruns each
/// ``Presenter/updateOutputs()`` of another presenter that has read the output.
///
/// - Complexity: Setting it costs a comparison and two bits. Its JSON is made once per turn.
@propertyWrapper @SceneActor public final class Output<Value: OutputValue>: Field {
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// Creates an output with its first value.
    ///
    /// - Parameter title: The title that clients show; by default they show the words of the name.
    public init(wrappedValue: Value, title: String? = nil) {
        value = wrappedValue
        super.init(title: title)
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
