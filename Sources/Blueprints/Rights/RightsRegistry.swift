import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// The rights of each principal in a store. They are computed once for a principal, and kept while they are in use.
/// Principals with the same rights share one scope.
@SceneActor final class RightsRegistry {
    /// A scope that exists while a principal or a screen has it.
    private struct Known {
        weak var scope: Scope?
    }

    /// Called when the rights of a principal have changed; `nil` stands for all principals.
    var onChange: ((Principal?) -> Void)?

    private let store: Store
    private let access: AccessFile?
    private let reserved: Set<String>
    /// The scope without limits: of everybody without rules, otherwise of administrators.
    private(set) var whole: Scope
    /// The declared scenes.
    private(set) var scenes = SceneSet()
    private var everyone = Grants()
    private var scopes: [String: Known] = [:]
    private var principals: [Principal: PrincipalRights] = [:]
    private var sweep: LoopTimer?

    /// How long unused rights are kept.
    private static let linger = Duration.seconds(30)

    init(_ store: Store, _ access: AccessFile?, reserved: Set<String>) {
        (self.store, self.access, self.reserved) = (store, access, reserved)
        whole = Scope(of: store, nil, besides: Grants(), reserved: reserved)
        everyone = access?.rules.grants(of: .nobody, attributes: [:]) ?? Grants()
        if access != nil { store.showsInOrder = true }
        access?.onChange = { [weak self] in self?.followAll() }
    }

    /// Called when the file has been read again: with the reason why it was refused, or with `nil`.
    var onRulesRead: ((String?) -> Void)? {
        get { access?.onRead }
        set { access?.onRead = newValue }
    }

    /// Stops reading the file again.
    func stop() { access?.stop() }

    /// Whether rules limit anything.
    var hasRules: Bool { access != nil }

    /// Whether something is granted to principals that have not signed in.
    var admitsNobody: Bool { !everyone.isEmpty }

    /// Returns what a principal may see at present.
    func scope(of principal: Principal) -> Scope { access == nil ? whole : rights(of: principal)?.scope ?? whole }

    /// Returns what `user.` stands for.
    func values(of principal: Principal) -> [String: [SQLValue]] {
        rights(of: principal)?.shownValues ?? Rules.values(of: principal, [:])
    }

    /// Returns the roles of a principal; `nil` for one that no rule limits.
    func roles(of principal: Principal) -> Set<String>? {
        principal.isAdmin ? nil : access?.rules.roles(of: principal)
    }

    /// Returns the rights of a principal, which stay current while they are kept; `nil` for a principal without limits.
    func rights(of principal: Principal) -> PrincipalRights? {
        guard let access, !principal.isAdmin else { return nil }
        if let known = principals[principal] {
            known.recordUse()
            return known
        }
        // Nobody has no id, and so no attributes.
        let attributes = principal.kind == .nobody ? [] : access.rules.attributes
        let rights = PrincipalRights(
            of: principal, attributes, in: store, derive: { [unowned self] in derive(principal, $0) },
            onWarning: access.onWarning,
            onChange: { [weak self] in self?.onChange?($0.principal) })
        principals[principal] = rights
        scheduleSweep()
        return rights
    }

    /// The rules in force; `nil` if nothing limits anything.
    var rules: Rules? { access?.rules }

    /// Names the table with the people who sign in.
    func protect(_ people: PeopleTable) { access?.protect(people) }

    /// Adopts a changed schema.
    func adopt(_ schema: Schema) {
        access?.follow(schema)
        deriveAgain()
    }

    /// Shows other declared scenes.
    func adopt(_ scenes: SceneSet) {
        self.scenes = scenes
        deriveAgain()
    }

    private func deriveAgain() {
        whole = Scope(of: store, nil, besides: Grants(), reserved: reserved, beside: scenes)
        scopes = [:]
        if hasRules { followAll() }
    }

    private func followAll() {
        guard let access else { return }
        everyone = access.rules.grants(of: .nobody, attributes: [:])
        scopes = [:]
        for rights in principals.values {
            rights.follow(rights.principal.kind == .nobody ? [] : access.rules.attributes)
        }
        onChange?(nil)
    }

    private func derive(_ principal: Principal, _ attributes: [String: [SQLValue]]?) -> Scope {
        let rules = access?.rules
        let known = attributes.flatMap { rules?.grants(of: principal, attributes: $0) }
        let grants = known ?? rules?.noGrants ?? Grants()
        let text = grants.text
        if let known = scopes[text]?.scope { return known }
        let scope = Scope(of: store, grants, besides: everyone, reserved: reserved, beside: scenes)
        scopes[text] = Known(scope: scope)
        return scope
    }

    /// Drops rights that nobody has used for a while and no connection keeps.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(Self.linger) { [weak self] in
            guard let self else { return }
            sweep = nil
            let deadline = ContinuousClock.now - Self.linger
            for principal in Array(principals.keys) {
                guard var rights = principals.removeValue(forKey: principal) else { continue }
                if rights.lastUse >= deadline || !isKnownUniquelyReferenced(&rights) { principals[principal] = rights }
            }
            scopes = scopes.filter { $0.value.scope != nil }
            if !principals.isEmpty { scheduleSweep() }
        }
    }
}
