import JSON
import Loop

/// A property of a view model that its viewer sees and sets, under its own name. Values that follow from it are
/// computed in ``Presenter/updateOutputs()``.
///
///     @Input var search = ""
///     @Input(isSecret: true, .length(6...)) var password = ""
///
/// A `didSet` of the property does not run for values of clients: what follows from an input belongs in
/// `updateOutputs()`.
///
/// Inputs belong to one session: only personal scenes take them. An input that lives in the address may be of a shared
/// screen too; see ``init(wrappedValue:title:query:_:)``.
@propertyWrapper @SceneActor public final class Input<Value: InputValue>: Field {
    private var value: Value
    let rules: [Rule<Value>]
    private let parameter: String?

    /// Creates an input with its first value and the rules that it has to satisfy before a form is saved, in this
    /// order. Clients receive its type, the choices of a `CaseIterable` enumeration, and the hints of the rules.
    ///
    /// A secret input, such as a password, appears in the scene's document only. No session and no file keeps it, so a
    /// returning user types it again.
    ///
    /// - Parameter title: The title that clients show; by default they show the words of the name, such as "Home page"
    ///   for `homePage`.
    public init(wrappedValue: Value, title: String? = nil, isSecret: Bool = false, _ rules: Rule<Value>...) {
        value = wrappedValue
        self.rules = rules
        parameter = nil
        super.init(title: title, isSecret: isSecret)
    }

    /// Creates an input that lives in the address: in the query parameter `query`, which the pattern of the route
    /// names.
    ///
    ///     @Input(query: "status") var status = Status.open
    ///     …
    ///     screen("/tickets?status") { _ in TicketsViewModel() }
    ///
    /// The input has the value from ``ViewModel/setUp()`` on. The route with the value is a scene of its own. Who sets
    /// the input is sent there, in the place of the former one, so that a link to it opens the same, and Back leads to
    /// the screen before. The parameter is left out for the first
    /// value. In a slot, or without a route, the input is like any other.
    public init(wrappedValue: Value, title: String? = nil, query: String, _ rules: Rule<Value>...) {
        value = wrappedValue
        self.rules = rules
        parameter = query
        super.init(title: title)
    }

    /// The value.
    public var wrappedValue: Value {
        get {
            recordRead(byOwnerToo: true)
            return value
        }
        set {
            guard newValue != value else { return }
            value = newValue
            recordChange()
        }
    }

    override var json: JSON { value.json }
    override var typeName: String? { Value.typeName }
    override var query: String? { parameter }

    override var argument: JSONObject {
        var argument = Value.argument
        for (name, hint) in rules.flatMap(\.hints) { argument[name] = hint }
        if isSecret { argument["secret"] = true }
        if let title { argument["title"] = .string(title) }
        return argument
    }

    override func accepts(_ json: JSON) -> Bool { Value(json: json) != nil }

    override func take(_ json: JSON) {
        if let value = Value(json: json) { wrappedValue = value }
    }

    override func fault(in json: JSON) -> String? { Value(json: json).flatMap(fault(of:)) }
    override var fault: String? { fault(of: value) }

    /// Returns the message of the first broken rule.
    private func fault(of value: Value) -> String? {
        rules.lazy.compactMap { $0.fault(of: value) }.first
    }
}

extension Input: CustomReflectable {
    /// Shows no value, secret or not: others than the viewer read dumps.
    nonisolated public var customMirror: Mirror {
        Mirror(self, children: [Mirror.Child](), ancestorRepresentation: .suppressed)
    }
}
