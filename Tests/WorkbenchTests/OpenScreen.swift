import JSON
import TestSupport
import Testing

/// A client's view of a screen: a replica that is updated by patches.
struct OpenScreen {
    let visitor: Visitor
    let scene: Int64

    var document: JSON { visitor.socket.replicas[scene]?.document ?? .null }

    /// The number of received patches.
    var patchCount: Int { visitor.socket.replicas[scene]?.patches ?? 0 }

    /// Runs a command and waits for the reply.
    @discardableResult
    func run(_ command: String, row: String? = nil, _ arguments: JSON = [:]) async throws -> JSON {
        try await visitor.socket.run(command, scene: scene, row: row, arguments)
    }

    /// Sends a command without waiting for the reply, as before a dialog.
    func send(_ command: String, _ arguments: JSON = [:]) async throws {
        try await visitor.socket.send(
            [
                "type": "command", "ref": .string(command), "scene": .int(scene), "command": .string(command),
                "arguments": arguments,
            ])
    }

    /// Sets inputs, optionally of a slot.
    func set(_ values: JSON, in slot: String? = nil, ref: JSON? = nil) async throws {
        try await visitor.socket.set(values, scene: scene, slot: slot, ref: ref)
    }

    /// Reads patches until the screen shows something.
    func follow(until condition: (JSON) -> Bool) async throws {
        try await visitor.socket.follow(scene, until: condition)
    }

    /// Answers the dialog on display with one of its actions.
    func answer(_ action: String) async throws {
        try await send("dialog", ["dialog": document["dialog"]?["id"] ?? .null, "action": .string(action)])
    }

    /// Reads until the replica equals a fresh `GET`.
    func settle() async throws {
        let target = document["route"]?.stringValue ?? ""
        while true {
            let fresh = try await visitor.get(target)
            if fresh.tag == visitor.socket.replicas[scene]?.digest {
                return #expect(try fresh.json == document)
            }
            _ = try await visitor.socket.next()
        }
    }
}

extension JSON {
    /// The ids of the rows of a document, through all sections.
    var rows: [String] {
        (self["sections"]?.arrayValue ?? []).flatMap { $0["rows"]?.arrayValue ?? [] }.compactMap(\.stringValue)
    }

    /// The cell of a row of a document.
    func cell(_ row: String) -> JSON? { self["cells"]?[row] }

    /// The values of the rows of a document under a name, such as `title`, in order.
    func texts(_ name: String = "title") -> [String] {
        rows.map { cell($0)?[name]?.stringValue ?? "" }
    }

    /// Whether a command of a document may be run.
    func allows(_ command: String) -> Bool { self["commands"]?[command]?["enabled"] == true }
}
