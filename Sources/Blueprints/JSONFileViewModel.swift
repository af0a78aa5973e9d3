import DataSources
import JSON
import Lists
import Loop
import Models
import Stores
import ViewModels

/// Shows a JSON file without tables. The members of an object are the outputs. Any other value is the one output
/// `value`.
@SceneActor final class JSONFileViewModel: ViewModel {
    private let file: JSONFile<JSON>
    private let isReadOnly: Bool
    /// Whether only members with values that can be typed can be changed, each to a value of its type.
    private var takesKnownMembers = false

    init(path: String, title: String, isReadOnly: Bool) {
        self.isReadOnly = isReadOnly
        file = JSONFile(path)
        super.init(screen: "document", title: title)
        commands = isReadOnly ? [] : [Command("update", title: "Edit")]
        follow(file)
    }

    /// Creates the members of a declared file.
    convenience init(_ document: DocumentDeclaration, of scene: SceneDeclaration, _ setting: SceneSetting) {
        self.init(
            path: document.path, title: scene.shownTitle,
            isReadOnly: !document.isEditable || setting.store.owner.isReadOnly)
        setting.describe(scene, on: self)
        takesKnownMembers = true
    }

    /// Whether the file has been read. A response waits until it has, as it waits for a list.
    override var isAnswered: Bool { !isLoadAwaited }

    override func load() async {
        await file.loaded()
    }

    override func updateOutputs() {
        outputs = Self.members(of: file.value)
        guard !isReadOnly else { return }
        let arguments = JSONObject(outputs.compactMap { name, value in value.type.map { (name, .argument($0)) } })
        if arguments != commands[0].arguments {
            commands = [Command("update", title: "Edit", arguments: arguments)]
        }
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard invocation.command == "update" else { throw .unknown(command: invocation.command) }
        guard !isReadOnly else { throw CommandFailure(.nothingIsWritten) }
        let arguments = invocation.arguments
        let seen = Self.members(of: file.value)
        if takesKnownMembers { try Self.check(arguments, against: seen) }
        var taken: [String] = []
        try await file.update { value in
            let present = Self.members(of: value)
            let others = invocation.expected.filter { present[$0.name]?.forViewers != $0.value.forViewers }
            taken = arguments.names.filter { present[$0] != seen[$0] } + others.map(\.name)
            if taken.isEmpty { value = Self.value(value, with: arguments) }
        }
        guard taken.isEmpty else {
            throw .conflict(
                message: "The file was changed by someone else.",
                fields: taken.fields("was changed by someone else"))
        }
        return CommandOutcome()
    }

    /// Throws for members that are not among those of the file, and for values of other types.
    private static func check(_ arguments: JSONObject, against members: JSONObject) throws(CommandFailure) {
        var faults: [String: String] = [:]
        for (name, value) in arguments {
            let type = members[name].flatMap(\.type)
            if type == nil { faults[name] = "cannot be changed" }
            if let type, type != "any", value.type != type { faults[name] = "must be of type \(type)" }
        }
        try FieldRules.refuse(faults)
    }

    private static func members(of value: JSON) -> JSONObject { value.objectValue ?? JSONObject([("value", value)]) }

    private static func value(_ value: JSON, with changes: JSONObject) -> JSON {
        guard case .object(var members) = value else { return changes["value"] ?? value }
        for (name, change) in changes { members[name] = change }
        return .object(members)
    }
}

extension JSON {
    /// The type of a value that can be typed; `nil` for other values.
    fileprivate var type: String? {
        switch self {
        case .string: "text"
        case .int, .double: "number"
        case .bool: "boolean"
        case .null: "any"
        case .array, .object: nil
        }
    }
}
