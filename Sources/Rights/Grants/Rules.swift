import Changes
import Declarations
import Scenes
import Tables
import ViewModels

/// The rules of `access.yaml`, read against a schema. What no rule grants is refused.
package struct Rules: Sendable {
    /// A role: the roles that it includes, and what it may do in every table that it sees.
    struct Role: Sendable {
        var others: Set<String> = []
        var exports = false
    }

    /// Values of a principal that an SQL query finds. `:id` and `:name` are the id and the name of the principal.
    package struct Attribute: Sendable, Equatable {
        package let name: String
        package let sql: String
        /// The place of the query in its file.
        package let line: Int
        package let column: Int

        package static func == (left: Attribute, right: Attribute) -> Bool {
            left.name == right.name && left.sql == right.sql
        }
    }

    /// The grants of a table, which fit this state of the table.
    struct TableRules: Sendable {
        var table: Table
        var grants: [Grant]
        /// A column that they name and that was removed since. A new column of the same name may mean something else.
        var removed: String?
    }

    /// A role of the database for the principals with a role.
    package struct DatabaseRule: Sendable {
        let role: String
        /// The name of the database's role.
        package internal(set) var name = ""
        /// The settings with their values.
        var settings: [(name: String, value: Expression)] = []
        /// The place of the name in its file.
        package internal(set) var line = 1
        package internal(set) var column = 1
    }

    /// The role of every principal, including clients without sign-in.
    package static let everyone = "everyone"
    /// The role of every principal that has signed in.
    package static let signedIn = "signed-in"
    /// The values that every principal has.
    package static let ownValues = ExpressionReader.ownValues

    /// The attributes, by which principals differ besides their roles.
    package internal(set) var attributes: [Attribute] = []
    var roles: [String: Role] = [:]
    /// The roles of the database. The first one whose role a principal has counts. If there are any, nothing is granted
    /// to principals without one.
    package internal(set) var databaseRules: [DatabaseRule] = []
    /// The grants in force.
    var tables: [ExactName: TableRules] = [:]
    /// The grants as they were read, with the last state of each table that they fit; `nil` before the first change of
    /// the schema.
    var read: [ExactName: TableRules]?

    /// The table of the people who sign in, if it is served. No rule shows its passwords, or lets clients write what
    /// decides who may sign in and as what.
    package var people: PeopleTable?

    /// Creates rules that grant nothing.
    package init() {}

    /// Returns the roles of a principal, with all roles that they include.
    package func roles(of principal: Principal) -> Set<String> {
        including(Array(principal.roles) + [Self.everyone] + (principal.kind == .nobody ? [] : [Self.signedIn]))
    }

    /// Returns roles with all roles that they include.
    func including(_ roles: [String]) -> Set<String> {
        var found: Set<String> = []
        var rest = roles
        while let role = rest.popLast() {
            if found.insert(role).inserted { rest += self.roles[role]?.others ?? [] }
        }
        return found
    }

    /// Returns the grant of a table that applies to a principal, without the principal's values.
    package func grant(of table: String, to principal: Principal) -> Grant? {
        guard principal.mayUse(table) else { return nil }
        let roles = roles(of: principal)
        return tables[ExactName(table)]?.grants.first { !$0.roles.isDisjoint(with: roles) }
    }

    /// Returns the roles to which something in a table is granted.
    package func grantees(of table: String) -> Set<String> {
        tables[ExactName(table)]?.grants.reduce(into: []) { $0.formUnion($1.roles) } ?? []
    }

    /// Returns the columns of a table that at least one grant sets in new rows.
    package func columnsSet(inNewRowsOf table: String) -> Set<ExactName> {
        let insertions = tables[ExactName(table)]?.grants.compactMap(\.insertion) ?? []
        return Set(insertions.flatMap(\.presets).map { ExactName($0.column) })
    }

    /// The names of all roles.
    package var roleNames: Set<String> { Set(roles.keys).union(["admin", Self.everyone, Self.signedIn]) }

    /// The names of the tables and views in which something is granted.
    package var grantedNames: [String] { tables.values.map(\.table.name).sorted() }

    /// Returns what `user.` stands for: the values of a principal, by name.
    package static func values(
        of principal: Principal, _ attributes: [String: [SQLValue]]
    ) -> [String: [SQLValue]] {
        var values = attributes
        // Anybody may have chosen a program's name, even a person's name.
        values["id"] = principal.kind == .person ? [.text(principal.id)] : []
        values["name"] = principal.kind == .person ? [.text(principal.name)] : []
        return values
    }

    /// The grants of a principal who may do nothing.
    package var noGrants: Grants {
        var grants = Grants()
        grants.lacksRole = !databaseRules.isEmpty
        return grants
    }

    /// Returns the grants of a principal. In each table the first grant for one of the roles counts, alone.
    ///
    /// - Parameter attributes: The values of the attributes, by name.
    package func grants(of principal: Principal, attributes: [String: [SQLValue]]) -> Grants {
        let roles = roles(of: principal)
        let values = Self.values(of: principal, attributes)
        let mayExport = roles.contains { self.roles[$0]?.exports ?? false }
        var grants = Grants()
        if !databaseRules.isEmpty {
            guard let rule = databaseRules.first(where: { roles.contains($0.role) }) else { return noGrants }
            grants.role = rule.role(with: values, among: databaseRules)
        }
        for rules in tables.values where principal.mayUse(rules.table.name) {
            guard var grant = rules.grants.first(where: { !$0.roles.isDisjoint(with: roles) }) else { continue }
            if mayExport { grant.exports = true }
            grant = grant.bound(to: values, in: rules.table)
            if let people, rules.table.name.isSameName(as: people.table) { grant.protect(people) }
            grants.add(grant, of: rules.table.name)
        }
        return grants
    }
}

extension Rules.DatabaseRule {
    /// Returns the role with its settings for a principal. A missing value is an empty text, and so is a setting of
    /// another rule.
    fileprivate func role(with values: [String: [SQLValue]], among rules: [Self]) -> DatabaseRole {
        let own = settings.map { (ExactName($0.name), ExactName($0.value.bound(to: values).settingText)) }
        let others = rules.flatMap(\.settings).map { (ExactName($0.name), ExactName("")) }
        return DatabaseRole(name: ExactName(name), settings: Dictionary(own + others) { first, _ in first })
    }
}

extension Expression {
    /// The constant as the text of a setting; an empty text for NULL, and for what is no text.
    fileprivate var settingText: String {
        switch self {
        case .value(.text(let text)): text
        case .value(.integer(let number)): String(number)
        case .value(.real(let number)): String(number)
        case .lower(let value): String(decoding: value.settingText.utf8.map(\.lowercasedASCII), as: UTF8.self)
        default: ""
        }
    }
}

extension Principal {
    /// Whether the principal is not limited to other tables.
    fileprivate func mayUse(_ table: String) -> Bool {
        tables?.contains { $0.isSameName(as: table) } ?? true
    }
}
