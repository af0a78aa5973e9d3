import Changes
import Declarations
import Tables
import Yams

/// Reads `access.yaml` against a schema. Finds every mistake, each with its place and a remedy.
package struct RulesReader {
    private let schema: Schema
    private let hasRoles: Bool
    private let text = YAMLText(advice: "Write \"tables: {}\" to grant nothing.")
    private var rules = Rules()

    private static let parts = ["attributes", "roles", "database", "tables", "views"]
    private static let setLimit = 50
    private static let roleLimit = 200
    private static let grantLimit = 200

    private init(_ schema: Schema, hasRoles: Bool) {
        (self.schema, self.hasRoles) = (schema, hasRoles)
    }

    /// Reads rules. `hasRoles` says whether the database has roles, as PostgreSQL has.
    ///
    /// - Returns: The rules, which count only if there are no mistakes, and all mistakes in the order of the file.
    package static func read(
        _ text: String, of schema: Schema, hasRoles: Bool = false
    ) -> (rules: Rules, faults: [TextFault]) {
        var reader = RulesReader(schema, hasRoles: hasRoles)
        if let root = reader.text.root(of: text) { reader.read(root) }
        let faults = reader.text.faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        return (reader.rules, faults)
    }

    private mutating func read(_ root: Node) {
        let members = text.members(of: root, "The file", known: Self.parts)
        let part = { (name: String) in members.first { $0.name == name }?.value }
        if let node = part("attributes") { readAttributes(node) }
        if let node = part("roles") { readRoles(node) }
        if let node = part("database") { readDatabaseRules(node) }
        if let node = part("tables") { readTables(node) }
        if let node = part("views") { readViews(node) }
    }

    private mutating func readAttributes(_ node: Node) {
        for member in text.members(of: node, "\"attributes\"") {
            guard let sql = text.text(member.value, "An attribute") else { continue }
            if Rules.ownValues.contains(member.name) {
                text.report("user.\(member.name) is known already. Choose another name.", at: member.key)
            }
            let mark = member.value.mark
            rules.attributes.append(
                Rules.Attribute(name: member.name, sql: sql, line: mark?.line ?? 1, column: mark?.column ?? 1))
        }
        guard rules.attributes.count > Self.setLimit else { return }
        text.report("There are more than \(Self.setLimit) attributes.", at: node)
    }

    private mutating func readRoles(_ node: Node) {
        let members = text.members(of: node, "\"roles\"")
        guard members.count <= Self.roleLimit else {
            return text.report("There are more than \(Self.roleLimit) roles.", at: node)
        }
        let names = members.map(\.name)
        for member in members {
            if ["admin", Rules.everyone, Rules.signedIn].contains(member.name) {
                text.report("\"\(member.name)\" is a role already, and takes no rules.", at: member.key)
            }
            var role = Rules.Role()
            for part in text.members(of: member.value, "A role", known: ["also", "may"]) {
                if part.name == "also" { role.others = Set(roles(part.value, among: names)) }
                if part.name == "may" { role.exports = readAbilities(part.value) }
            }
            rules.roles[member.name] = role
        }
        GrantOrder(text: text, rules: rules).checkCircles(of: members)
    }

    private func readAbilities(_ node: Node) -> Bool {
        let names = text.list(node).compactMap { node in text.name(node).map { ($0, node) } }
        for (name, node) in names where name != "export" {
            text.report("A role may not \"\(name)\". There is: export.", at: node)
        }
        return names.contains { $0.0 == "export" }
    }

    /// Returns the names of roles in a list; reports unknown ones.
    private func roles(_ node: Node, among known: [String]) -> [String] {
        text.list(node).compactMap { node in
            guard let name = text.name(node) else { return nil }
            guard name != "admin" else {
                text.report("No rule limits \"admin\", so none is needed.", at: node)
                return nil
            }
            guard known.contains(name) else {
                let hint = Suggestion.sentence(for: name, among: known)
                text.report("There is no role \"\(name)\". Name it under \"roles\".\(hint)", at: node)
                return nil
            }
            return name
        }
    }

    private var grantees: [String] { rules.roles.keys.sorted() + [Rules.everyone, Rules.signedIn] }
}

extension RulesReader {
    private mutating func readDatabaseRules(_ node: Node) {
        guard hasRoles else {
            return text.report("\"database\" names roles of PostgreSQL. This database has none.", at: node)
        }
        let members = text.members(of: node, "\"database\"")
        for member in members {
            guard let role = roles(member.key, among: grantees).first else { continue }
            var rule = Rules.DatabaseRule(role: role)
            for part in text.members(of: member.value, "A role of the database", known: ["as", "set"]) {
                if part.name == "as" { rule.name = text.text(part.value, "\"as\"") ?? "" }
                if part.name == "as", let mark = part.value.mark { (rule.line, rule.column) = (mark.line, mark.column) }
                if part.name == "set" { rule.settings = readSettings(part.value) }
            }
            if rule.name.lowercased() == "none" {
                text.report("\"none\" is no role of PostgreSQL.", at: member.value)
            }
            if rule.name.isEmpty {
                text.report("\"as\" is missing: name the role of PostgreSQL for \(role).", at: member.key)
            }
            rules.databaseRules.append(rule)
        }
        if members.isEmpty { text.report("\"database\" names no role, so nothing would be granted.", at: node) }
    }

    /// Returns settings with their values. Only names with a dot may be set: the others belong to PostgreSQL.
    private func readSettings(_ node: Node) -> [(name: String, value: Expression)] {
        text.members(of: node, "\"set\"").compactMap { member in
            guard member.name.wholeMatch(of: /[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*/) != nil else {
                text.report(
                    "A setting has a name such as \"app.person\": small letters, digits and underscores around a dot.",
                    at: member.key)
                return nil
            }
            let reader = ExpressionReader(of: nil, sets: rules.attributes.map(\.name), mayReadTime: false)
            return text.value(member.value, reader).map { (member.name, $0) }
        }
    }

    private mutating func readTables(_ node: Node) {
        for member in text.members(of: node, "\"tables\"") {
            guard let table = table(member, isView: false) else { continue }
            let nodes = text.list(member.value)
            guard nodes.count <= Self.grantLimit else {
                text.report("There are more than \(Self.grantLimit) grants.", at: member.key)
                continue
            }
            let grants = nodes.map { grant($0, of: table) }
            GrantOrder(text: text, rules: rules).check(grants, at: nodes)
            rules.tables[ExactName(table.name)] = Rules.TableRules(table: table, grants: grants)
        }
    }

    private mutating func readViews(_ node: Node) {
        for member in text.members(of: node, "\"views\"") {
            guard let view = table(member, isView: true) else { continue }
            var grant = Grant()
            grant.line = member.key.mark?.line ?? 0
            grant.columns = .all
            for part in text.members(of: member.value, "A view", known: ["to"]) {
                grant.roles = Set(roles(part.value, among: grantees))
            }
            if grant.roles.isEmpty {
                text.report("\"to\" is missing: name the roles that see the view.", at: member.value)
            }
            rules.tables[ExactName(view.name)] = Rules.TableRules(table: view, grants: [grant])
        }
    }

    /// Returns the table or view of a name; reports an unknown one.
    private func table(_ member: YAMLText.Member, isView: Bool) -> Table? {
        guard let table = schema.table(named: member.name) else {
            let names = schema.tables.filter { ($0.kind == .view) == isView }.map(\.name)
            let hint = Suggestion.sentence(for: member.name, among: names)
            text.report("There is no \(isView ? "view" : "table") \"\(member.name)\".\(hint)", at: member.key)
            return nil
        }
        switch (table.kind, isView) {
        case (.table, false), (.view, true): return table
        case (.view, false):
            text.report(
                "\(table.name) is a view, which shows what it selects. Name it under \"views\".", at: member.key)
        case (_, true): text.report("\(table.name) is not a view. Name it under \"tables\".", at: member.key)
        case (.virtual, false):
            text.report("\(table.name) is a virtual table, which no rule can limit.", at: member.key)
        }
        return nil
    }

    private func grant(_ node: Node, of table: Table) -> Grant {
        GrantReader(text: text, table: table, sets: rules.attributes.map(\.name)) { roles($0, among: grantees) }.read(
            node)
    }
}
