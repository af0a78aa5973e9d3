import JSON
import Loop

/// A command that a screen offers in its document.
///
///     commands = [
///         Command(
///             "rename", title: "Rename", arguments: ["name": .argument("text", isRequired: true)]
///         ) { [unowned self] call in
///             artist.name = call["name"] ?? ""
///         }
///     ]
public struct Command: Sendable {
    /// The body of a command. An error that it throws goes to the caller: preferably a ``CommandFailure``.
    public typealias Body = @SceneActor @Sendable (CommandContext) async throws -> Void

    /// The name in requests.
    public var name: String
    /// The label of its button.
    public var title: String
    /// Whether the command can run now: checked again when it is called.
    public var isEnabled: Bool
    /// A description of each argument, by name; see ``JSON/argument(_:isRequired:)-(String,_)``.
    public var arguments: JSONObject
    /// The name of the input beside which clients show the button; `nil` for the place of all buttons.
    public var input: String?
    /// The number of running calls.
    public private(set) var runCount = 0
    /// The progress from 0 to 1, if the body reports it; see ``CommandContext/report(progress:)``.
    public private(set) var progress: Double?
    let body: Body?

    /// Creates a command by name. Without a body, the view model's ``ViewModel/run(_:)`` runs it.
    ///
    ///     Command("check", title: "Check", input: "code") { [unowned self] _ in try await check(code) }
    public init(
        _ name: String, title: String, isEnabled: Bool = true, arguments: JSONObject = [:], input: String? = nil,
        body: Body? = nil
    ) {
        self.name = name
        self.title = title
        self.isEnabled = isEnabled
        self.arguments = arguments
        self.input = input
        self.body = body
    }

    /// What is wrong with the command: an argument of an unknown type.
    var mistake: String? {
        let wrong = arguments.first { $0.value[JSON.unknownType] != nil }
        return wrong.map { "the argument '\($0.name)' of '\(name)' has none of the types \(JSON.types)" }
    }

    mutating func show(_ runs: CommandActivity?) {
        runCount = runs?.count ?? 0
        progress = runs?.progress
    }
}

extension JSON {
    /// Returns the description of a command's argument: its type (`text`, `date`, `datetime`, `integer`, `number`,
    /// `boolean` or `any`), and whether it is required. A required text must contain more than white space.
    ///
    /// - Precondition: The type is one of these.
    public static func argument(_ type: String, isRequired: Bool = false) -> JSON {
        var argument: JSONObject = ["type": .string(type), "required": .bool(isRequired)]
        if !types.contains(type) { argument[unknownType] = true }
        return .object(argument)
    }

    fileprivate static let types = ["text", "date", "datetime", "integer", "number", "boolean", "any"]
    /// The member of a description with an unknown type. The command that gets it ends its screen.
    fileprivate static let unknownType = "unknownType"

    /// Returns the description of an argument with a value of this type. For a `CaseIterable` enumeration it lists the
    /// values.
    ///
    ///     Command("paint", title: "Paint", arguments: ["tone": .argument(Tone.self, isRequired: true)]) { … }
    public static func argument<Value: InputValue>(_ type: Value.Type, isRequired: Bool = false) -> JSON {
        var argument = Value.argument
        argument["required"] = .bool(isRequired)
        return .object(argument)
    }
}

/// One call of a command, passed to its body.
@SceneActor public final class CommandContext {
    /// The call with its arguments.
    public nonisolated let invocation: Invocation
    /// The caller, so that a shared screen knows who runs a command: who has signed in, or ``Principal/nobody``.
    public nonisolated var principal: Principal { invocation.principal }
    /// The result for the caller.
    public var result: JSONObject = [:]
    /// The screen that the caller goes to next, or `nil`.
    public var navigation: Navigation?
    private let onProgress: @SceneActor (Double) -> Void

    init(_ invocation: Invocation, onProgress: @escaping @SceneActor (Double) -> Void) {
        self.invocation = invocation
        self.onProgress = onProgress
    }

    /// Returns an argument; `nil` if it is missing or has another type.
    public nonisolated subscript<Value: InputValue>(name: String) -> Value? {
        invocation.arguments[name].flatMap { Value(json: $0) }
    }

    /// Shows the progress, from 0 to 1, to all viewers.
    public func report(progress: Double) {
        onProgress(min(max(progress, 0), 1))
    }
}
