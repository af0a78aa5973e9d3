import JSON
import Loop

/// A model that a presenter shows, or another value that its outputs depend on. Viewers do not see it.
///
///     @Bound var artist: Artist?
///
/// Setting another object (or value) or `nil` runs ``Presenter/updateOutputs()`` again at the end of the turn. A
/// presenter may have several.
@propertyWrapper @SceneActor public final class Bound<Value>: Field {
    private var value: Value
    private let isSame: (Value, Value) -> Bool
    private let object: (Value) -> AnyObject?

    /// Creates a model that is an optional object. Setting the same object is no change.
    public init<Object: AnyObject>(wrappedValue: Value) where Value == Object? {
        value = wrappedValue
        isSame = { $0 === $1 }
        object = { $0 }
        super.init()
    }

    /// Creates a model that is an object. Setting the same object is no change.
    public init(wrappedValue: Value) where Value: AnyObject {
        value = wrappedValue
        isSame = { $0 === $1 }
        object = { $0 }
        super.init()
    }

    /// Creates a model that is a value. Setting an equal value is no change.
    @_disfavoredOverload public init(wrappedValue: Value) where Value: Equatable {
        value = wrappedValue
        isSame = { $0 == $1 }
        object = { _ in nil }
        super.init()
    }

    override var isShown: Bool { false }
    override var model: AnyObject? { object(value) }

    /// The model.
    public var wrappedValue: Value {
        get {
            recordRead(byOwnerToo: true)
            return value
        }
        set {
            guard !isSame(newValue, value) else { return }
            value = newValue
            recordChange()
        }
    }
}
