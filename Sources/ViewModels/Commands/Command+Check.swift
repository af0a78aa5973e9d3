import JSON

extension Command {
    /// Checks a call's arguments against the command's declaration.
    ///
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` with every argument that is missing, of the wrong type, or
    ///   unknown.
    func check(_ values: JSONObject) throws(CommandFailure) {
        var faults: [String: String] = [:]
        for (name, description) in arguments {
            let value = values[name] ?? .null
            if description["required"] == true, value == .null || value.isBlank {
                faults[name] = "is missing"
            } else if value != .null, !description.describes(value) {
                faults[name] = "must be \(description.expectation)"
            }
        }
        for (name, _) in values where arguments[name] == nil {
            faults[name] = "is not an argument of \(self.name)"
        }
        guard faults.isEmpty else { throw .invalid(message: "Invalid arguments of \(title).", fields: faults) }
    }
}

extension JSON {
    /// Whether the value is a string of white space only, which counts as missing.
    fileprivate var isBlank: Bool { stringValue?.allSatisfy(\.isWhitespace) ?? false }
}
