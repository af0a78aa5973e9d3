import Declarations
import Yams

/// Finds grants that never count, because an earlier grant of the table counts for the same principals, and circles of
/// roles.
struct GrantOrder {
    let text: YAMLText
    /// The rules read so far, with all roles.
    let rules: Rules

    /// Reports each role of a grant whose principals all have an earlier grant of the table.
    func check(_ grants: [Grant], at nodes: [Node]) {
        var earlier: [(role: String, line: Int)] = []
        for (grant, node) in zip(grants, nodes) {
            for node in roles(of: node) {
                guard let role = node.scalar?.string, grant.roles.contains(role) else { continue }
                let others = rules.roles(ofEveryoneWith: role)
                if let first = earlier.first(where: { others.contains($0.role) }) {
                    report(role, after: first, at: node)
                }
            }
            earlier += grant.roles.sorted().map { ($0, grant.line) }
        }
    }

    private func roles(of grant: Node) -> [Node] { grant.mapping?["to"].map(text.list) ?? [] }

    private func report(_ role: String, after first: (role: String, line: Int), at node: Node) {
        let earlier =
            "This grant never counts for \"\(role)\": the grant at line \(first.line) is for \"\(first.role)\""
        switch first.role {
        case role: text.report("\(earlier) too. Join them.", at: node)
        case Rules.everyone, Rules.signedIn:
            text.report("\(earlier), so for \"\(role)\" too. Put this one first.", at: node)
        default: text.report("\(earlier), which \"\(role)\" includes. Put this one first.", at: node)
        }
    }

    /// Reports roles that include themselves, each circle once.
    func checkCircles(of members: [YAMLText.Member]) {
        var reported: Set<String> = []
        for member in members where !reported.contains(member.name) {
            guard let circle = circle(of: member.name) else { continue }
            reported.formUnion(circle)
            let names = (circle + [member.name]).joined(separator: ", ")
            text.report(
                "The role \"\(member.name)\" includes itself: \(names). Remove one of them from \"also\".",
                at: member.key)
        }
    }

    /// Returns the shortest chain of roles, each included in the one before, of which the last includes the first.
    private func circle(of role: String) -> [String]? {
        var chains = [[role]]
        var passed: Set<String> = []
        while !chains.isEmpty {
            let chain = chains.removeFirst()
            for next in (rules.roles[chain[chain.count - 1]]?.others ?? []).sorted() {
                if next == role { return chain }
                if passed.insert(next).inserted { chains.append(chain + [next]) }
            }
        }
        return nil
    }
}

extension Rules {
    /// The roles that every principal with a role has.
    func roles(ofEveryoneWith role: String) -> Set<String> {
        including([role, Self.everyone] + (role == Self.everyone ? [] : [Self.signedIn]))
    }
}
