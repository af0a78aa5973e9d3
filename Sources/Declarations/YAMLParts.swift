import Tables
import Yams

/// The members of a mapping by name, with readers of their values. Each reader reports a mistake, and returns `nil` for
/// it and for a missing member.
package struct YAMLParts {
    /// The mapping.
    package let node: Node
    private let text: YAMLText
    private let members: [String: YAMLText.Member]

    fileprivate init(_ node: Node, _ text: YAMLText, _ members: [YAMLText.Member]) {
        (self.node, self.text) = (node, text)
        self.members = Dictionary(members.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the value of a member.
    package subscript(name: String) -> Node? { members[name]?.value }

    /// Returns the node of a member's name.
    package func key(_ name: String) -> Node? { members[name]?.key }

    /// Returns a text.
    package func text(_ name: String) -> String? { self[name].flatMap { text.text($0, "\"\(name)\"") } }

    /// Returns a truth; `false` for a missing one.
    package func flag(_ name: String) -> Bool { self[name].map { text.flag($0, name) } ?? false }

    /// Returns a whole number within limits.
    package func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = self[name] else { return nil }
        if let number = node.int, range.contains(number) { return number }
        text.report("\"\(name)\" is a whole number from \(range.lowerBound) to \(range.upperBound).", at: node)
        return nil
    }

    /// Returns one of some words.
    package func word(_ name: String, among words: [String]) -> String? {
        guard let node = self[name], let word = text.name(node) else { return nil }
        if words.contains(word) { return word }
        let hint = Suggestion.sentence(for: word, among: words)
        text.report("\"\(name)\" cannot be \"\(word)\".\(hint)", at: node)
        return nil
    }

    /// Returns the names in a list, each with its node.
    package func names(_ name: String) -> [(name: String, node: Node)]? {
        self[name].map { text.list($0).compactMap { node in text.name(node).map { ($0, node) } } }
    }

    /// Reports that a member is missing.
    package func need(_ name: String, _ advice: String) {
        if self[name] == nil { text.report("\"\(name)\" is missing: \(advice).", at: node) }
    }
}

extension YAMLText {
    /// Returns the members of a mapping by name. Reports and omits members with other names than the known ones.
    package func parts(of node: Node, _ what: String, known: [String]) -> YAMLParts {
        YAMLParts(node, self, members(of: node, what, known: known))
    }

    /// Returns the column of a table that a node names; reports an unknown one.
    package func column(_ node: Node, of table: Table) -> Column? {
        guard let name = name(node) else { return nil }
        if let column = table.column(named: name), !column.isHidden { return column }
        let hint = Suggestion.sentence(for: name, among: table.columns.filter { !$0.isHidden }.map(\.name))
        report("\(table.name) has no column \"\(name)\".\(hint)", at: node)
        return nil
    }
}
