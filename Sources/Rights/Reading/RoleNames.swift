import Declarations
import Yams

/// The names of roles in a file of rules. It needs no schema, and ignores mistakes.
package struct RoleNames {
    private var names: Set<String> = ["admin", Rules.everyone, Rules.signedIn]
    private let text = YAMLText(advice: "Write \"tables: {}\" to grant nothing.")

    /// Reads the names in the text of `access.yaml`.
    package init(in yaml: String) {
        guard let root = text.root(of: yaml) else { return }
        for part in text.members(of: root, "The file") {
            switch part.name {
            case "roles": names.formUnion(text.members(of: part.value, "\"roles\"").map(\.name))
            case "tables", "views":
                for member in text.members(of: part.value, "A part") {
                    for grant in text.list(member.value) { addRoles(of: grant) }
                }
            default: break
            }
        }
    }

    private mutating func addRoles(of grant: Node) {
        for member in text.members(of: grant, "A grant") where member.name == "to" {
            names.formUnion(text.list(member.value).compactMap(text.name))
        }
    }

    /// Returns a sentence about each role that no rule names.
    package func remarks(on roles: Set<String>) -> [String] {
        roles.subtracting(names).sorted().map { role in
            "No rule names the role \"\(role)\".\(Suggestion.sentence(for: role, among: names.sorted()))"
        }
    }
}
