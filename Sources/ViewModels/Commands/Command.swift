import JSON
import Loop

/// Something a viewer may ask of a screen, as its document offers it.
///
///     commands = [
///         Command("rename", title: "Rename", arguments: ["name": .argument("text", isRequired: true)]) { [unowned self] call in
///             artist.name = call["name"] ?? ""
///         }
///     ]
public struct Command: Sendable {
    /// What a command does. It throws what the caller is told: best a ``CommandFailure``.
    public typealias Body = @SceneActor @Sendable (CommandCall) async throws -> Void

    /// The name it is called by.
    public var name: String
    /// What stands on its button.
    public var title: String
    /// Whether it can be run at the moment: checked again when it is called.
    public var isEnabled: Bool
    /// What it takes: a description per argument, by name; see ``JSON/argument(_:isRequired:)``.
    public var arguments: JSONObject
    /// How many of it are going on.
    public private(set) var runCount = 0
    /// How far it is, from 0 to 1, if it says so; see ``CommandCall/report(progress:)``.
    public private(set) var progress: Double?
    let body: Body?

    /// A command by name. Without a body the view model's ``ViewModel/run(_:)`` does it.
    public init(
        _ name: String, title: String, isEnabled: Bool = true, arguments: JSONObject = [:], body: Body? = nil
    ) {
        self.name = name
        self.title = title
        self.isEnabled = isEnabled
        self.arguments = arguments
        self.body = body
    }

    mutating func show(_ runs: CommandRuns?) {
        runCount = runs?.count ?? 0
        progress = runs?.progress
    }
}

extension JSON {
    /// The description of a command's argument: its type (`text`, `date`, `integer`, `number`, `boolean` or `any`), and
    /// whether a call has to have it, which of a text is more than white space.
    ///
    /// - Precondition: The type is one of these.
    public static func argument(_ type: String, isRequired: Bool = false) -> JSON {
        let types = ["text", "date", "integer", "number", "boolean", "any"]
        precondition(types.contains(type), "an argument is of one of the types \(types), not \(type)")
        return ["type": .string(type), "required": .bool(isRequired)]
    }

    /// The description of an argument that is a value of this type; of an enumeration that is `CaseIterable` a caller is
    /// told the values.
    ///
    ///     Command("paint", title: "Paint", arguments: ["tone": .argument(Tone.self, isRequired: true)]) { … }
    public static func argument<Value: InputValue>(_ type: Value.Type, isRequired: Bool = false) -> JSON {
        var argument = Value.argument
        argument["required"] = .bool(isRequired)
        return .object(argument)
    }
}

/// One call of a command, as its body sees it.
@SceneActor public final class CommandCall {
    /// What was asked.
    public nonisolated let invocation: Invocation
    /// What the caller is told when it has been done.
    public var result: JSONObject = [:]
    /// Where the caller goes next, if anywhere.
    public var navigation: Navigation?
    private let onProgress: @SceneActor (Double) -> Void

    init(_ invocation: Invocation, onProgress: @escaping @SceneActor (Double) -> Void) {
        self.invocation = invocation
        self.onProgress = onProgress
    }

    /// An argument, if there is one of this name and of the type that is wanted.
    public nonisolated subscript<Value: InputValue>(name: String) -> Value? {
        invocation.arguments[name].flatMap { Value(json: $0) }
    }

    /// Shows everyone how far it is, from 0 to 1.
    public func report(progress: Double) {
        onProgress(min(max(progress, 0), 1))
    }
}
