import Tables
import Yams

extension YAMLText {
    /// Returns a condition. A mistake in it is reported, and the condition then holds for no row.
    package func condition(_ node: Node, _ reader: ExpressionReader) -> Expression {
        guard let source = text(node, "A condition") else { return .never }
        var reader = reader
        do throws(ExpressionFault) {
            return try reader.condition(source)
        } catch {
            report(error, at: node)
            return .never
        }
    }

    /// Returns a value: an expression after `=`, otherwise the value itself. Reports a mistake, and returns `nil`.
    package func value(_ node: Node, _ reader: ExpressionReader) -> Expression? {
        guard case .scalar(let scalar) = node else {
            report("A value is expected here: a text, a number, or an expression after \"=\".", at: node)
            return nil
        }
        guard scalar.string.hasPrefix("=") else { return .value(scalar.literal(node)) }
        var reader = reader
        do throws(ExpressionFault) {
            return try reader.value(String(scalar.string.dropFirst()))
        } catch {
            report(ExpressionFault(offset: error.offset + 1, message: error.message), at: node)
            return nil
        }
    }

    /// Returns `true` or `false`. Reports anything else.
    package func flag(_ node: Node, _ name: String) -> Bool {
        if let flag = node.bool { return flag }
        report("\"\(name)\" is true or false.", at: node)
        return false
    }

    /// Reports a mistake at its place, if the text is in one line as it is read.
    private func report(_ fault: ExpressionFault, at node: Node) {
        let style = node.scalar?.style
        let isPlain = style == .plain && node.scalar?.string.contains("\n") == false
        let isQuoted = style == .singleQuoted || style == .doubleQuoted
        report(fault.message, at: node, offset: isPlain ? fault.offset : isQuoted ? fault.offset + 1 : 0)
    }
}

extension Node.Scalar {
    /// The value that YAML states.
    fileprivate func literal(_ node: Node) -> SQLValue {
        guard style == .plain else { return .text(string) }
        if node.null != nil { return .null }
        if let number = node.int { return .integer(Int64(number)) }
        if let number = node.float { return .real(number) }
        if let flag = node.bool { return .integer(flag ? 1 : 0) }
        return .text(string)
    }
}
