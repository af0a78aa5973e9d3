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
    /// The members that a form asks for; `nil` before the file has been read.
    private var asked: JSONObject?

    init(path: String, title: String, isReadOnly: Bool) {
        self.isReadOnly = isReadOnly
        file = JSONFile(path)
        super.init(screen: "document", title: title)
        follow(file)
    }

    /// Creates the members of a declared file.
    convenience init(_ document: DocumentDeclaration, of scene: SceneDeclaration, _ setting: SceneSetting) {
        self.init(
            path: document.path, title: scene.shownTitle,
            isReadOnly: document.isReadOnly || setting.store.owner.isReadOnly)
        setting.describe(scene, on: self)
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
        if arguments != asked { commands = [Command("update", title: "Edit", arguments: arguments)] }
        asked = arguments
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard invocation.command == "update" else { throw .unknown(command: invocation.command) }
        guard !isReadOnly else { throw CommandFailure(.nothingIsWritten) }
        let arguments = invocation.arguments
        let seen = Self.members(of: file.value)
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
