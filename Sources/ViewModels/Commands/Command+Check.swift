import JSON

extension Command {
    /// Checks a call's arguments against what the command declares.
    ///
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` with every argument that is missing, of another type, or not known.
    func check(_ values: JSONObject) throws(CommandFailure) {
        var faults: [String: String] = [:]
        for (name, description) in arguments {
            let value = values[name] ?? .null
            if description["required"] == true, value == .null || value.isBlank {
                faults[name] = "is missing"
            } else if value != .null, !description.describes(value) {
                faults[name] = "has to be \(description.expectation)"
            }
        }
        for (name, _) in values where arguments[name] == nil {
            faults[name] = "is no argument of \(self.name)"
        }
        guard faults.isEmpty else { throw .invalid(message: "\(title): the arguments are wrong.", fields: faults) }
    }
}

extension JSON {
    /// Whether it is text of white space only: what is required and left empty.
    fileprivate var isBlank: Bool { stringValue?.allSatisfy(\.isWhitespace) ?? false }
}
