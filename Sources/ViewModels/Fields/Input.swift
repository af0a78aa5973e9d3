import JSON
import Loop

/// A property of a view model that its viewer sets, under its own name, and sees. What follows from it is worked out in
/// ``Presenter/updateOutputs()``.
///
///     @Input var search = ""
///     @Input(isSecret: true, .length(6...)) var password = ""
///
/// Inputs belong to one session: only personal scenes take them.
@propertyWrapper @SceneActor public final class Input<Value: InputValue>: Field {
    private var value: Value
    let rules: [Rule<Value>]

    /// An input with its first value, and what it has to fulfil before a form is saved, in this order. Clients are told of
    /// its type, its choices if it is an enumeration of them, and what the rules ask for.
    ///
    /// The value of a secret input, such as a password, is part of the scene's document and of nothing else: it is kept in
    /// no session and no file, so that who comes back later types it again.
    public init(wrappedValue: Value, isSecret: Bool = false, _ rules: Rule<Value>...) {
        value = wrappedValue
        self.rules = rules
        super.init(isSecret: isSecret)
    }

    /// The value.
    public var wrappedValue: Value {
        get {
            noteRead(byOwnerToo: true)
            return value
        }
        set {
            guard newValue != value else { return }
            value = newValue
            noteChange()
        }
    }

    override var json: JSON { value.json }
    override var typeName: String? { Value.typeName }

    override var argument: JSONObject {
        var argument = Value.argument
        for (name, hint) in rules.flatMap(\.hints) { argument[name] = hint }
        if isSecret { argument["secret"] = true }
        return argument
    }

    override func accepts(_ json: JSON) -> Bool { Value(json: json) != nil }

    override func take(_ json: JSON) {
        if let value = Value(json: json) { wrappedValue = value }
    }

    override func fault(in json: JSON) -> String? { Value(json: json).flatMap(fault(of:)) }
    override var fault: String? { fault(of: value) }

    /// The first rule that is broken wins.
    private func fault(of value: Value) -> String? {
        rules.lazy.compactMap { $0.fault(of: value) }.first
    }
}

extension Input: CustomReflectable {
    /// Shows no value, whether it is secret or not: a dump is read by others than the viewer.
    nonisolated public var customMirror: Mirror {
        Mirror(self, children: [Mirror.Child](), ancestorRepresentation: .suppressed)
    }
}
