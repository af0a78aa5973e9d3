import Yams

/// The YAML of a file that people write, with the places of its nodes, and the mistakes found so far.
///
/// The text is bounded: its size, its depth, and no aliases, so that each value stands where it is read.
package final class YAMLText {
    /// A member of a mapping.
    package struct Member {
        package let name: String
        package let key: Node
        package let value: Node
    }

    package private(set) var faults: [TextFault] = []

    private static let sizeLimit = 1 << 20
    private static let faultLimit = 100
    private static let depthLimit = 20
    /// Plain words that YAML takes for something other than a text.
    private static let notTexts = ["yes", "no", "on", "off", "true", "false", "null", "~", "y", "n", ""]

    /// What an empty file should have instead, as a sentence.
    private let advice: String

    /// Creates a text without mistakes. `advice` says what an empty file should have instead.
    package init(advice: String) { self.advice = advice }

    /// Returns the root of a text; `nil`, with a mistake reported, if it cannot be used.
    package func root(of text: String) -> Node? {
        guard text.utf8.count <= Self.sizeLimit else {
            report(1, 1, "The file is larger than 1 MB.")
            return nil
        }
        do {
            let parser = try Parser(yaml: text)
            return try withExtendedLifetime(parser) {  // it holds the anchors of the nodes
                guard let root = try parser.singleRoot(), root.null == nil else {
                    report(1, 1, "The file is empty. \(advice)")
                    return nil
                }
                return isBounded(root, depth: 0) ? root : nil
            }
        } catch let error as YamlError {
            report(error, in: text)
        } catch {
            report(1, 1, "\(error)")
        }
        return nil
    }

    /// Adds a mistake at a node, `offset` characters after its start.
    package func report(_ message: String, at node: Node, offset: Int = 0) {
        let mark = node.mark
        report(mark?.line ?? 1, (mark?.column ?? 1) + offset, message)
    }

    private func report(_ line: Int, _ column: Int, _ message: String) {
        if faults.count < Self.faultLimit { faults.append(TextFault(line: line, column: column, message: message)) }
    }

    private func report(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(_, _, let mark, _) where Self.isIndentedByTab(mark.line, of: text):
            report(mark.line, mark.column, "This line is indented by a tab. Indent with spaces.")
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            let hint = Self.line(mark.line, of: text)?.contains("/{") == true
            report(
                mark.line, mark.column,
                "This is not YAML: \(problem)."
                    + (hint ? " Put a path with {…} in quotes: '/tickets/{Id}'." : ""))
        case .duplicatedKeysInMapping(let duplicates, let context):
            report(
                context.mark.line, context.mark.column, "A name occurs twice: \(duplicates.joined(separator: ", ")).")
        default: report(1, 1, "This is not YAML: \("\(error)".split(separator: "\n").first ?? "")")
        }
    }

    /// Whether a line, counted from 1, begins with white space that has a tab.
    private static func isIndentedByTab(_ line: Int, of text: String) -> Bool {
        self.line(line, of: text)?.prefix { $0 == " " || $0 == "\t" }.contains("\t") ?? false
    }

    /// Returns a line, counted from 1.
    private static func line(_ number: Int, of text: String) -> Substring? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    /// Whether no node is too deep or has an anchor; reports the first that is.
    private func isBounded(_ node: Node, depth: Int) -> Bool {
        guard depth <= Self.depthLimit else {
            report("The file is nested too deeply.", at: node)
            return false
        }
        guard node.anchor == nil else {
            report("Anchors and aliases are not allowed. Write the value where it counts.", at: node)
            return false
        }
        switch node {
        case .scalar, .alias: return true
        case .sequence(let nodes): return nodes.allSatisfy { isBounded($0, depth: depth + 1) }
        case .mapping(let members):
            return members.allSatisfy { isBounded($0.key, depth: depth + 1) && isBounded($0.value, depth: depth + 1) }
        }
    }
}

extension YAMLText {
    /// Returns the members of a mapping. If `known` is given, reports and omits members with other names.
    package func members(of node: Node, _ what: String, known: [String]? = nil) -> [Member] {
        guard case .mapping(let mapping) = node else {
            report("\(what) has to be names and values, such as \"name: value\".", at: node)
            return []
        }
        return mapping.compactMap { key, value in
            // A known name is one even where YAML takes it for something else, such as `y`.
            let plain = key.scalar?.string
            let isKnown = plain.map { known?.contains($0) ?? false } ?? false
            guard let name = isKnown ? plain : name(key) else { return nil }
            if let known, !known.contains(name) {
                report("\(what) has no \"\(name)\".\(Suggestion.sentence(for: name, among: known))", at: key)
                return nil
            }
            return Member(name: name, key: key, value: value)
        }
    }

    /// Returns the nodes of a list; a single value is a list of one.
    package func list(_ node: Node) -> [Node] {
        if case .sequence(let nodes) = node { Array(nodes) } else { [node] }
    }

    /// Returns the name that a node states. Reports a word that YAML takes for something else.
    package func name(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node else {
            report("A name is expected here.", at: node)
            return nil
        }
        guard scalar.style != .plain || !Self.notTexts.contains(scalar.string.lowercased()), !scalar.string.isEmpty
        else {
            report("\"\(scalar.string)\" is not a name in YAML. Put it in quotes.", at: node)
            return nil
        }
        return scalar.string
    }

    /// Returns the text of a scalar.
    package func text(_ node: Node, _ what: String) -> String? {
        if case .scalar(let scalar) = node, !scalar.string.isEmpty { return scalar.string }
        report("\(what) has to be a text.", at: node)
        return nil
    }

    /// Returns whether a node is the plain word `all`.
    package func isAll(_ node: Node) -> Bool { node.scalar?.string == "all" }
}
