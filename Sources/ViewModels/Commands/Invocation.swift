import JSON

/// A call of a command.
public struct Invocation: Sendable {
    /// The command's name.
    public var command: String
    /// The row it is for, if it is a row's command.
    public var row: String?
    /// Its arguments by name.
    public var arguments: JSONObject
    /// What the caller takes for the values of the screen's outputs, or of the row, by name: if one of them is another, nothing
    /// is done.
    public var expected: JSONObject = [:]
    /// By what it is known when it comes again, if it has a key.
    package var receipt: Receipt?

    /// A call of `command`, for `row` if one is given.
    public init(command: String, row: String? = nil, arguments: JSONObject = [:]) {
        self.command = command
        self.row = row
        self.arguments = arguments
    }
}

extension Invocation {
    /// The call with the row that its arguments name, if the command declares no argument of that name: beside `row` the others may
    /// stand in `arguments`.
    package func addressed(declaring isDeclared: (String) -> Bool = { _ in false }) -> Invocation {
        guard row == nil, !isDeclared("row"), let id = arguments["row"]?.rowID else { return self }
        var call = self
        call.row = id
        if case .object(let inner)? = arguments["arguments"], !isDeclared("arguments"),
            Set(arguments.names) == ["row", "arguments"]
        {
            call.arguments = inner
        } else {
            call.arguments["row"] = nil
        }
        return call
    }
}

extension Invocation: CustomStringConvertible {
    /// The command, and the names of its arguments without what was given for them: it may be secret.
    public var description: String {
        "\(command)(\(arguments.names.joined(separator: ", ")))\(row.map { " of \($0)" } ?? "")"
    }
}

/// What came of a command.
public struct CommandOutcome: Sendable {
    /// What the caller is told.
    public var result: JSONObject
    /// Where the caller should go next, if anywhere.
    public var navigation: Navigation?

    /// An outcome with its result, and the route to go to.
    public init(_ result: JSONObject = [:], navigation: Navigation? = nil) {
        self.result = result
        self.navigation = navigation
    }
}
