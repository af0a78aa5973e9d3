import JSON

/// Reads the arguments of the built-in commands by name and type (protocol, section 8).
extension Invocation {
    /// The argument names that each command takes.
    private static let taken: [String: Set<String>] = [
        "dialog": ["dialog", "action"], "edit": ["editing"], "image": ["slot", "sources"], "delete": ["row"],
        "insert": ["row"], "select": ["row"], "move": ["row", "before", "section", "to"], "action": ["row", "action"],
        "event": ["row", "event", "content"],
    ]

    /// Throws for arguments that the command does not take.
    func checkNames() throws(CommandFailure) {
        guard let taken = Self.taken[command] else { return }
        let others = arguments.names.filter { !taken.contains($0) }
        guard others.isEmpty else {
            throw .invalid(
                message: "Invalid arguments.",
                fields: others.fields("is not an argument of \(command)"))
        }
    }

    /// Returns a required argument that must be text.
    func text(_ name: String, example: String) throws(CommandFailure) -> String {
        let value = arguments[name] ?? .null
        if let text = value.stringValue { return text }
        throw .invalid(
            message: "Name the \(name): \(example).",
            fields: [name: value == .null ? "is missing" : "must be a string"])
    }

    /// Returns an argument that must be a whole number; `nil` when it is missing.
    func number(_ name: String) throws(CommandFailure) -> Int? {
        let value = arguments[name] ?? .null
        if value == .null { return nil }
        guard let number = value.intValue else {
            throw .invalid(message: "Invalid arguments.", fields: [name: "must be a whole number"])
        }
        return Int(clamping: number)
    }
}

extension [String] {
    /// Returns the same message for each of these fields.
    package func fields(_ fault: String) -> [String: String] {
        Dictionary(map { ($0, fault) }) { first, _ in first }
    }
}

extension JSON {
    /// A row's id, which a client may send as a number.
    package var rowID: String? { stringValue ?? intValue.map { String($0) } }
}
