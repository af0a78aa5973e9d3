import DataSources
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// The rights of one principal, kept current: the attributes are live queries, whose changes count in the turn that
/// reads them.
@SceneActor final class PrincipalRights {
    let principal: Principal
    /// The part of the database that the principal may see at present.
    private(set) var scope: Scope
    private(set) var lastUse = ContinuousClock.now
    private let store: Store
    private let derive: ([String: [SQLValue]]?) -> Scope
    private let onWarning: (String) -> Void
    private let onChange: (PrincipalRights) -> Void
    private var attributes: [(attribute: Rules.Attribute, values: AttributeValues)] = []
    /// The values that screens have been made with.
    private var shown: [String: [SQLValue]] = [:]
    private var waiting: [@SceneActor () -> Void] = []

    /// How long a request waits for the first values of attributes.
    private static let patience = Duration.seconds(2)

    /// Creates rights. `derive` returns the scope for the values of attributes, and without values the scope of a
    /// principal who may do nothing. `onChange` is called when the scope has changed.
    init(
        of principal: Principal, _ attributes: [Rules.Attribute], in store: Store,
        derive: @escaping ([String: [SQLValue]]?) -> Scope, onWarning: @escaping (String) -> Void,
        onChange: @escaping (PrincipalRights) -> Void
    ) {
        (self.principal, self.store, self.derive) = (principal, store, derive)
        (self.onWarning, self.onChange) = (onWarning, onChange)
        scope = derive(attributes.isEmpty ? [:] : nil)
        open(attributes)
    }

    /// Records a use, after which the rights are kept for a while.
    func recordUse() { lastUse = .now }

    /// Calls `body` when all attributes have values or have failed, or after a while.
    func whenKnown(_ body: @escaping @SceneActor () -> Void) {
        guard attributes.contains(where: { !$0.values.isKnown }) else { return body() }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        EventLoop.shared.after(Self.patience) { [weak self] in self?.answer() }
    }

    /// Works out the scope again, after a change of the rules or of the schema.
    func follow(_ attributes: [Rules.Attribute]) {
        if attributes != self.attributes.map(\.attribute) { open(attributes) }
        scope = derive(values)
    }

    private func open(_ attributes: [Rules.Attribute]) {
        let known = self.attributes
        self.attributes = attributes.map { attribute in
            if let same = known.first(where: { $0.attribute == attribute }) { return same }
            let values = AttributeValues(of: attribute, for: principal, in: store, onWarning: onWarning) {
                [weak self] in self?.receive()
            }
            return (attribute, values)
        }
    }

    /// What `user.` stands for.
    var shownValues: [String: [SQLValue]] { Rules.values(of: principal, values ?? [:]) }

    /// The values of all attributes; `nil` while one of them is unknown. Nothing is allowed then.
    private var values: [String: [SQLValue]]? {
        var values: [String: [SQLValue]] = [:]
        for (attribute, list) in attributes {
            guard let found = list.values else { return nil }
            values[attribute.name] = found
        }
        return values
    }

    private func receive() {
        let (former, formerValues) = (scope, shown)
        scope = derive(values)
        shown = shownValues
        if scope !== former || shown != formerValues { onChange(self) }
        if attributes.allSatisfy(\.values.isKnown) { answer() }
    }

    private func answer() {
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }
}
