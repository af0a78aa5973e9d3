import Files
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// The rules of an app: what principals may see and change of a store, read from a file.
///
///     final class Desk: AppCoordinator {
///         init(_ store: Store) throws {
///             super.init()
///             let rules = try AccessRules("access.yaml", of: store)
///             screen("/", by: rules) { _, desk in TicketsViewModel(desk) }
///         }
///     }
///
/// The file has the form that `docs/reference/access.md` describes. It is read again when it changes, all or nothing.
/// When the rights of a principal change, open screens show what is granted now.
@SceneActor public final class AccessRules {
    let registry: RightsRegistry
    let store: Store

    /// Reads the rules of a store.
    ///
    /// - Parameter onWarning: Called with a sentence when a changed file cannot be used, or an attribute cannot be
    ///   read.
    /// - Throws: Every mistake in the file, one a line.
    public init(
        _ path: String, of store: Store, onWarning: @escaping (String) -> Void = { print($0) }
    ) throws {
        guard store.hasRules != false else {
            throw AccessFile.Failure(
                description: "\(path): Scenes of the store are shown without rules. Read the rules first, and show the "
                    + "scenes by them: scenes(…, of: store, by: rules).")
        }
        self.store = store
        registry = RightsRegistry(
            store, try AccessFile(path.fromRoot, of: store, onWarning: onWarning), reserved: [])
        store.onSchemaChangeForRules = { [registry] in registry.adopt($0) }
        store.hasRules = true
    }

    /// Returns the store as a principal may see and change it at present.
    public func store(for principal: Principal) -> GrantedStore { registry.scope(of: principal).store }

    fileprivate func allow(
        _ principal: Principal, _ verb: AccessVerb, in table: String, row: String?, column: String?
    ) async -> Bool {
        while true {
            await EventLoop.suspension { known in whenCurrent(for: principal) { known.resume() } }
            let scope = registry.scope(of: principal)
            guard let rules = registry.rules, let grants = scope.grants else { return true }
            guard let table = store.schema.shown.table(named: table) else { return false }
            let explanation = RightsExplanation(of: rules, in: store)
            var isAllowed = await explanation.answer(verb, of: table, row, grants).isYes
            if isAllowed, let column {
                isAllowed = await explanation.allows(verb, column, of: table, row, grants)
            }
            // The rights may have changed while the row was read.
            if registry.scope(of: principal) === scope { return isAllowed }
        }
    }
}

extension Principal {
    /// Returns whether rules allow something: in a table, to one of its rows, to one of its columns. Nothing that no
    /// rule grants is allowed, and to an administrator everything is.
    ///
    ///     if await call.principal.may(.update, in: "Ticket", row: "9", column: "State", by: rules) { … }
    ///
    /// A row that the principal may not see is as one that does not exist. The `check` of an insertion or an update
    /// depends on the new values, so that only the command itself knows it.
    @SceneActor public func may(
        _ verb: AccessVerb, in table: String, row: String? = nil, column: String? = nil, by rules: AccessRules
    ) async -> Bool {
        await rules.allow(self, verb, in: table, row: row, column: column)
    }
}

extension AccessRules: AppRules {
    package var onChange: ((Principal?) -> Void)? {
        get { registry.onChange }
        set { registry.onChange = newValue }
    }

    package var onRulesRead: ((String?) -> Void)? {
        get { registry.onRulesRead }
        set { registry.onRulesRead = newValue }
    }

    package var admitsNobody: Bool { registry.admitsNobody }

    package func stop() { registry.stop() }

    package func protect(_ people: PeopleTable) { registry.protect(people) }

    package func rights(of principal: Principal) -> AnyObject? { registry.rights(of: principal) }

    package func audience(of principal: Principal) -> Audience { registry.scope(of: principal).audienceOfTables }

    package func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void) {
        guard let rights = registry.rights(of: principal) else { return store.whenSchemaIsCurrent(body) }
        store.whenSchemaIsCurrent { rights.whenKnown(body) }
    }

    /// Returns a value as a file, unless the principal's rights have changed while it was read.
    fileprivate func file(
        _ value: (GrantedStore) async throws(StoreError) -> StoredValue?, named name: String,
        for principal: Principal, in coordinator: AppCoordinator
    ) async throws(RouteError) -> ServedFile {
        let scope = registry.scope(of: principal)
        do throws(StoreError) {
            let value = try await value(scope.store)
            await coordinator.knowRights(of: principal)
            if let value, registry.scope(of: principal) === scope { return value.servedFile(named: name) }
        } catch {
            throw scope.store.routeError(error)
        }
        throw .notFound(message: "There is no such file.")
    }
}

extension AppCoordinator {
    /// Shows one view model to all visitors with the same rights, at routes of this shape. `make` receives the store as
    /// these visitors may see and change it. When a visitor's rights change, the visitor's screens are created again.
    public final func screen<Values>(
        _ pattern: RoutePattern<Values>, by rules: AccessRules,
        _ make: @escaping @SceneActor (Route, Values, GrantedStore) -> ViewModel?
    ) {
        limit(by: rules)
        add(pattern, isGranted: true) { route, values, principal in
            let store = rules.store(for: principal)
            var plan = ScreenPlan(route: route) { make(route, values, store) ?? MissingViewModel() }
            plan.audience = rules.audience(of: principal)
            return plan
        }
    }

    /// Shows one view model, whose making may wait, to all visitors with the same rights, at routes of
    /// this shape.
    public final func screen<Values>(
        _ pattern: RoutePattern<Values>, by rules: AccessRules,
        _ make: @escaping @SceneActor (Route, Values, GrantedStore) async throws -> ViewModel?
    ) {
        screen(pattern, by: rules) { route, values, store in
            PendingViewModel { try await make(route, values, store) ?? MissingViewModel() }
        }
    }

    /// Shows one view model, whose making may wait, to all visitors with the same rights, at one route.
    public final func screen(
        _ path: String, by rules: AccessRules,
        _ make: @escaping @SceneActor (Route, GrantedStore) async throws -> ViewModel?
    ) {
        screen(RoutePattern(path), by: rules) { route, _, store async throws in try await make(route, store) }
    }

    /// Shows one view model to all visitors with the same rights, at one route.
    public final func screen(
        _ path: String, by rules: AccessRules, _ make: @escaping @SceneActor (Route, GrantedStore) -> ViewModel?
    ) {
        screen(RoutePattern(path), by: rules) { route, _, store in make(route, store) }
    }

    /// Shows each visitor a separate view model, which receives the store as the visitor may see and change it. When
    /// the visitor's rights change, the view model is created again.
    ///
    ///     personal(Self.rename, by: rules) { _, id, visitor, desk in RenameForm(id, desk) }
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>, by rules: AccessRules, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Values, Visitor, GrantedStore) -> ViewModel?
    ) {
        limit(by: rules)
        addPersonal(pattern, isGranted: true, inputs: inputs) { route, values, visitor in
            make(route, values, visitor, rules.store(for: visitor.principal))
        }
    }

    /// Shows each visitor of one route a separate view model, which receives the store as the visitor may see and
    /// change it.
    public final func personal(
        _ path: String, by rules: AccessRules, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Visitor, GrantedStore) -> ViewModel?
    ) {
        personal(RoutePattern(path), by: rules, inputs: inputs) { route, _, visitor, store in
            make(route, visitor, store)
        }
    }

    /// Shows each visitor a separate view model, which is created asynchronously, and which receives the store as the
    /// visitor may see and change it.
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>, by rules: AccessRules, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Values, Visitor, GrantedStore) async throws -> ViewModel?
    ) {
        personal(pattern, by: rules, inputs: inputs) { route, values, visitor, store in
            PendingViewModel { try await make(route, values, visitor, store) ?? MissingViewModel() }
        }
    }

    /// Serves the values of a column as files, such as images, at routes of this shape. The route has the id of the
    /// row. Only clients that may see the value get the file.
    public final func files(
        _ pattern: RoutePattern<String>, of column: String, in table: String, by rules: AccessRules
    ) {
        limit(by: rules)
        addFiles(pattern, isGranted: true) { id, principal in
            { [unowned self] () async throws(RouteError) in
                try await rules.file(
                    { store throws(StoreError) in try await store.value(of: column, in: table, id: id) },
                    named: "\(table)-\(id)", for: principal, in: self)
            }
        }
    }
}
