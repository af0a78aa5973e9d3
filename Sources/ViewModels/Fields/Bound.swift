import JSON
import Loop

/// A model that a presenter shows, or anything else it works its outputs out from, which viewers do not see.
///
///     @Bound var artist: Artist?
///
/// When it is set to another object (or value), or to `nil`, ``Presenter/updateOutputs()`` runs again at the end of the
/// turn. A presenter may have several.
@propertyWrapper @SceneActor public final class Bound<Value>: Field {
    private var value: Value
    private let isSame: (Value, Value) -> Bool
    private let object: (Value) -> AnyObject?

    /// A model that is an object, or none; the same object again is no change.
    public init<Object: AnyObject>(wrappedValue: Value) where Value == Object? {
        value = wrappedValue
        isSame = { $0 === $1 }
        object = { $0 }
        super.init()
    }

    /// A model that is an object; the same object again is no change.
    public init(wrappedValue: Value) where Value: AnyObject {
        value = wrappedValue
        isSame = { $0 === $1 }
        object = { $0 }
        super.init()
    }

    /// A model that is a value; an equal value is no change.
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
            noteRead(byOwnerToo: true)
            return value
        }
        set {
            guard !isSame(newValue, value) else { return }
            value = newValue
            noteChange()
        }
    }
}
