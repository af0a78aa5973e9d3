import Changes
import JSON

/// A request to run a command.
public struct Invocation: Sendable {
    /// The command's name.
    public var command: String
    /// The id of the row, for a command of a row.
    public var row: String?
    /// The arguments by name.
    public var arguments: JSONObject
    /// The values that the caller expects of the screen's outputs, or of the row, by name. If one differs, nothing is
    /// done.
    public var expected: JSONObject = [:]
    /// The caller: who has signed in, or ``Principal/nobody``.
    public var principal = Principal.nobody
    /// The address of the caller; empty on this machine.
    package var address = ""
    /// The receipt that identifies a retry, if the call has a key.
    package var receipt: Receipt?

    /// Creates a call of `command`, for `row` if one is given.
    public init(command: String, row: String? = nil, arguments: JSONObject = [:]) {
        self.command = command
        self.row = row
        self.arguments = arguments
    }
}

extension Invocation {
    /// Returns the call with the row that its arguments name, unless the command declares an argument `row`. With
    /// `row`, the other arguments may be nested in `arguments`.
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
    /// The command with the names of its arguments but not their values, which may be secret.
    public var description: String {
        "\(command)(\(arguments.names.joined(separator: ", ")))\(row.map { " of \($0)" } ?? "")"
    }
}

/// The outcome of a command.
public struct CommandOutcome: Sendable {
    /// The result for the caller.
    public var result: JSONObject
    /// The screen that the caller goes to next, or `nil`.
    public var navigation: Navigation?

    /// Creates an outcome with its result and the next screen.
    public init(_ result: JSONObject = [:], navigation: Navigation? = nil) {
        self.result = result
        self.navigation = navigation
    }
}
