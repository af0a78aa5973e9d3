/// The members of a JSON file.
struct DocumentDeclaration: Sendable {
    /// The path of the file, relative to the working directory.
    let path: String
    /// Whether its members can be changed.
    var isEditable = false
}
