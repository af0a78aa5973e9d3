import Changes
import DataSources
import Declarations
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// Whether a principal may do something, and why.
package struct RightsAnswer: Sendable {
    package let isYes: Bool
    package let reason: String

    fileprivate init(_ isYes: Bool, _ reason: String) {
        (self.isYes, self.reason) = (isYes, reason)
    }
}

/// Explains the rules of a file: what a principal may do, and which attributes cannot be read.
@SceneActor package struct RightsExplanation {
    private let rules: Rules
    private let store: Store

    /// Creates an explanation of rules for the data of a store.
    package init(of rules: Rules, in store: Store) {
        (self.rules, self.store) = (rules, store)
    }

    /// Returns the mistakes in the queries of attributes and in the roles of the database, as ``AccessFile`` reports
    /// those in the file at `path`.
    package func faults(in path: String) async -> [String] {
        var faults: [String] = []
        for attribute in rules.attributes {
            guard case .failure(let fault) = await values(of: attribute, for: .nobody) else { continue }
            faults.append(
                TextFault(line: attribute.line, column: attribute.column, message: fault.sentence).text(in: path))
        }
        for rule in rules.databaseRules {
            guard let message = await fault(ofRole: rule.name) else { continue }
            faults.append(TextFault(line: rule.line, column: rule.column, message: message).text(in: path))
        }
        return faults
    }

    /// Why statements cannot run as a role of the database; `nil` if they can.
    private func fault(ofRole name: String) async -> String? {
        let sql = """
            SELECT current_user AS own, CASE WHEN current_setting('server_version_num')::int < 160000
                THEN pg_has_role(oid, 'MEMBER') ELSE pg_has_role(oid, 'SET') END AS may,
                rolsuper OR rolbypassrls AS bypasses
            FROM (SELECT) AS one LEFT JOIN pg_roles ON rolname = ?
            """
        let rows: [Membership]
        do throws(StoreError) {
            rows = try await store.rows(sql, name)
        } catch {
            return "The role \(name) cannot be checked: \(error.message)."
        }
        guard let found = rows.first else { return nil }
        guard let isMember = found.may else { return "There is no role \(name). Run: CREATE ROLE \(name.quoted)." }
        if found.bypasses == true { return "\(name) bypasses policies. Run: ALTER ROLE \(name.quoted) NOBYPASSRLS." }
        guard !isMember else { return nil }
        return "\(found.own) may not become \(name). Run: GRANT \(name.quoted) TO \(found.own.quoted)."
    }

    /// Whether the role that has connected is a member of another one, which may be missing.
    private struct Membership: Decodable {
        let own: String
        let may: Bool?
        /// Whether policies do not apply to the other role.
        let bypasses: Bool?
    }

    /// Sentences about foreign keys that a role may set only to NULL.
    package var remarks: [String] { rules.remarks }

    /// The granted views, each with the roles that see it.
    package var views: [(name: String, roles: [String])] {
        rules.grantedNames.filter { store.schema.table(named: $0)?.kind == .view }.map {
            ($0, rules.grantees(of: $0).sorted())
        }
    }

    /// Returns whether a principal may do something at a route, `/TABLE`, `/TABLE/KEY` or `/TABLE/KEY/COLUMN`, and why.
    package func answer(_ principal: Principal, _ verb: AccessVerb, _ route: Route) async -> RightsAnswer {
        guard !principal.isAdmin else { return RightsAnswer(true, "No rule limits an administrator.") }
        guard let name = route.segments.first else {
            return RightsAnswer(true, "Everybody may see the tables granted to them.")
        }
        guard let table = store.schema.shown.table(named: name) else {
            return RightsAnswer(false, "There is no table or view \"\(name)\".")
        }
        guard rules.grant(of: name, to: principal) != nil else {
            let roles = rules.roles(of: principal).sorted().joined(separator: ", ")
            let others = rules.grantees(of: name).sorted().joined(separator: ", ")
            return RightsAnswer(
                false, "\(name) is granted to \(others.isEmpty ? "no role" : others). The roles here are: \(roles).")
        }
        var attributes: [String: [SQLValue]] = [:]
        for attribute in rules.attributes {
            switch await values(of: attribute, for: principal) {
            case .success(let values): attributes[attribute.name] = values
            case .failure(let fault): return RightsAnswer(false, fault.sentence)
            }
        }
        let grants = rules.grants(of: principal, attributes: attributes)
        let id = route.segments.dropFirst().first
        let answer = await answer(verb, of: table, id, grants)
        guard answer.isYes, let column = route.segments.dropFirst(2).first else { return answer }
        return await self.answer(verb, column, of: table, id, grants)
    }

    /// Returns whether grants allow something to a column, in a row of which they allow it.
    private func answer(
        _ verb: AccessVerb, _ column: String, of table: Table, _ id: String?, _ grants: Grants
    ) async -> RightsAnswer {
        guard table.column(named: column) != nil else {
            return RightsAnswer(false, "\(table.name) has no column \"\(column)\".")
        }
        let isAllowed = await allows(verb, column, of: table, id, grants)
        let change = verb == .insert || verb == .update ? "set" : "seen"
        let place = "The grant at line \(grants[table.name]?.line ?? 0) counts"
        return RightsAnswer(isAllowed, "\(place): \(column) may \(isAllowed ? "" : "not ")be \(change) here.")
    }

    /// Returns whether grants allow something in a table or to one of its rows, and why.
    func answer(_ verb: AccessVerb, of table: Table, _ id: String?, _ grants: Grants) async -> RightsAnswer {
        guard let grant = grants[table.name] else {
            return RightsAnswer(
                false, grants.lacksRole ? "No role of the principal is in \"database\"." : "Nothing is granted.")
        }
        let place = "The grant at line \(grant.line) counts"
        if let id, verb != .insert {
            guard await matches(id, in: table, grant.rows, as: grants.role) else {
                return RightsAnswer(false, await absence(of: id, in: table, grant, as: grants.role))
            }
        }
        let conditions: Expression?
        switch verb {
        case .see:
            return RightsAnswer(true, "\(place). Visible: \(grant.visible(in: table.name)).")
        case .export: return RightsAnswer(grant.exports, "\(place): it \(grant.exports ? "has" : "lacks") export.")
        case .insert: conditions = grant.insertion == nil ? nil : .all([])
        case .update: conditions = grant.update.map { $0.rows ?? .all([]) }
        case .delete: conditions = grant.deletion
        }
        guard let conditions else { return RightsAnswer(false, "\(place): it lacks \(verb.rawValue).") }
        guard let id, verb != .insert, await !matches(id, in: table, conditions, as: grants.role) else {
            let change = verb == .insert ? grant.insertion : verb == .update ? grant.update : nil
            let parts = change?.parts(in: table.name, orElse: grant.rows) ?? ""
            return RightsAnswer(true, "\(place): it has \(verb.rawValue).\(parts)")
        }
        return RightsAnswer(false, "\(place): the row does not meet \(conditions.sql(of: table.name)).")
    }

    /// Returns whether grants allow something to a column: in the row of this id, or in some rows.
    func allows(_ verb: AccessVerb, _ column: String, of table: Table, _ id: String?, _ grants: Grants) async -> Bool {
        guard let grant = grants[table.name], table.column(named: column) != nil else { return false }
        switch verb {
        case .insert: return grant.insertion?.columns.contain(column) ?? false
        case .update: return grant.update?.columns.contain(column) ?? false
        case .export: return grant.columns.contain(column)
        case .see, .delete:
            if grant.columns.contain(column) { return true }
            let isMeant = { (conditional: Grant.ConditionalColumn) in conditional.name.utf8.elementsEqual(column.utf8) }
            guard let found = grant.conditionalColumns.first(where: isMeant) else { return false }
            guard let id else { return true }
            return await matches(id, in: table, found.condition, as: grants.role)
        }
    }

    /// Returns why a row is not visible.
    private func absence(of id: String, in table: Table, _ grant: Grant, as role: DatabaseRole?) async -> String {
        guard await matches(id, in: table, nil) else {
            // Policies may hide the row from Oriel's own role, too.
            return role == nil ? "There is no such row." : "There is no such row, or policies hide it."
        }
        if let role, await matches(id, in: table, grant.rows) {
            return "PostgreSQL hides the row from \(role.name.text), by its policies or privileges."
        }
        let rows = grant.rows.map { $0.sql(of: table.name) } ?? ""
        return "The grant at line \(grant.line) counts: the row does not meet \(rows)."
    }

    /// Whether the row of this id meets a condition, for a role of the database if one is given.
    private func matches(
        _ id: String, in table: Table, _ condition: Expression?, as role: DatabaseRole? = nil
    ) async -> Bool {
        var query = Query(table: table.name, columns: [])
        query.rights = role.map { QueryRights(as: $0) }
        query.key = id
        query.filters = condition.map { [.rule($0)] } ?? []
        let list = store.open(query)
        defer { list.close() }
        return await Self.read(list) == nil && list.count > 0
    }

    private func values(
        of attribute: Rules.Attribute, for principal: Principal
    ) async -> Result<[SQLValue], AttributeFault> {
        var attempt = 1
        while true {
            let list = store.open(AttributeValues.query(attribute, for: principal))
            defer { list.close() }
            if let problem = await Self.read(list) {
                let message = problem.message
                let end = message.hasSuffix(".") ? "" : "."
                return .failure(AttributeFault("user.\(attribute.name) cannot be read: \(message)\(end)"))
            }
            guard let fault = AttributeValues.fault(of: list, in: store) else {
                return .success((0..<list.count).compactMap { list.element(at: $0)?.values.first })
            }
            guard attempt < Self.attempts, !store.isTimely(list) else {
                return .failure(AttributeFault("user.\(attribute.name) \(fault)."))
            }
            attempt += 1
        }
    }

    /// How often a query is read: a busy machine may make it slow.
    private static let attempts = 3

    /// Waits until a list has been read, and returns the problem if it cannot be.
    private static func read(_ list: LiveList) async -> ListProblem? {
        let gate = Gate()
        var problem: ListProblem?
        list.onEvent = { event in
            if case .failed(let found) = event { problem = found }
            if case .refreshed = event { gate.open() }
        }
        list.display([0..<AttributeValues.limit + 1])
        await gate.pass()
        return problem
    }
}

/// Why an attribute has no values, so that nothing is allowed to the principals that need it.
private struct AttributeFault: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

extension Grant {
    /// The visible columns, with the conditions of those that are visible in some rows.
    fileprivate func visible(in table: String) -> String {
        let some = conditionalColumns.map { "\($0.name) if \($0.condition.sql(of: table))" }
        return (columns.named + some).joined(separator: ", ")
    }
}

extension Grant.Change {
    /// What may be set, what the rule sets, and the condition of the row afterwards, as sentences.
    fileprivate func parts(in table: String, orElse rows: Expression?) -> String {
        var sentences = ["May be set: \(columns.named.isEmpty ? "nothing" : columns.named.joined(separator: ", "))."]
        let set = presets.map { "\($0.column) = \($0.value.sql(of: table))" }
        if !set.isEmpty { sentences.append("The rule sets: \(set.joined(separator: ", ")).") }
        if let check = check ?? rows { sentences.append("Afterwards the row has to meet \(check.sql(of: table)).") }
        return sentences.map { " \($0)" }.joined()
    }
}
