import Declarations
import Yams

/// Colours in files of scenes.
enum Color {
    /// Returns a colour of CSS: a name, or hexadecimal digits. Reports anything else.
    static func read(_ node: Node, _ text: YAMLText) -> String? {
        guard let color = text.name(node) else { return nil }
        if color.wholeMatch(of: /[a-z]{3,24}|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}/) != nil { return color }
        text.report("\"\(color)\" is not a colour. Write one such as green or \"#2a7\".", at: node)
        return nil
    }
}
