import Declarations
import Yams

/// A place in a file of scenes.
struct Place: Sendable {
    let file: String
    let line: Int
    let column: Int

    init(_ node: Node, in file: String) {
        (self.file, line, column) = (file, node.mark?.line ?? 1, node.mark?.column ?? 1)
    }

    /// Returns a mistake at this place, as compilers print theirs.
    func fault(_ message: String) -> String {
        TextFault(line: line, column: column, message: message).text(in: file)
    }
}

/// SQL in a file of scenes. It may have parameters such as `:row`.
struct DeclaredSQL: Sendable {
    let text: String
    let place: Place
}

/// A path in a file of scenes that leads to another scene.
struct DeclaredLink: Sendable {
    let path: ScenePath
    let place: Place
}
