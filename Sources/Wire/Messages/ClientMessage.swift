import JSON
import ViewModels

/// A message from a client on a socket (protocol, section 5).
package enum ClientMessage: Sendable {
    case open(ref: JSON?, route: String, position: WindowPosition, count: Int?, since: String?)
    case window(ref: JSON?, scene: Int, position: WindowPosition?, count: Int?)
    case command(ref: JSON?, scene: Int, invocation: Invocation, key: String?)
    case input(ref: JSON?, scene: Int, slot: String?, values: JSONObject)
    case close(scene: Int)
    case ping
}

/// The reason why a message could not be handled. It is sent as an `error` message, or as the `reply` of a command. The
/// socket stays open.
package struct MessageError: Error, Sendable {
    package var ref: JSON?
    package let code: String
    package let message: String
    /// A sentence for each invalid field.
    package var fields: JSONObject = [:]
    /// The error of the JSON parser, if the message is not JSON.
    package let cause: JSONError?
    /// Whether the message is a command, which gets a `reply`.
    package var isOfCommand = false

    package init(ref: JSON? = nil, code: String, message: String, cause: JSONError? = nil) {
        self.ref = ref
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The members that describe the error.
    var members: JSONObject {
        var members: JSONObject = ["code": .string(code), "message": .string(message)]
        if !fields.isEmpty { members["fields"] = .object(fields) }
        return members
    }
}

extension ClientMessage {
    /// Parses a message. Unknown members are ignored.
    package init(_ bytes: UnsafeRawBufferPointer, options: JSON.ParsingOptions) throws(MessageError) {
        let json: JSON
        do {
            json = try JSON(parsing: bytes, options: options)
        } catch {
            throw MessageError(
                code: "invalid-json",
                message: "The message is not valid JSON: \(error.settingDescription).", cause: error)
        }
        guard case .object(let members) = json else {
            throw MessageError(code: "invalid-message", message: "A message must be a JSON object with a \"type\".")
        }
        self = try Fields(members: members, ref: members["ref"]).message()
    }
}

/// The members of a message, read by name and type.
private struct Fields {
    let members: JSONObject
    /// The client's reference for the message, if it has one.
    let ref: JSON?

    func message() throws(MessageError) -> ClientMessage {
        let type = try text("type")
        do throws(MessageError) {
            return try message(of: type)
        } catch {
            var error = error
            error.isOfCommand = type == "command"
            throw error
        }
    }

    private func message(of type: String) throws(MessageError) -> ClientMessage {
        switch type {
        case "open":
            let window = try object("window") ?? [:]
            let inner = Fields(members: window, ref: ref)
            return .open(
                ref: ref, route: try text("route"), position: try inner.position() ?? .start(0),
                count: try inner.number("count"), since: try optionalText("since"))
        case "window":
            return .window(ref: ref, scene: try scene(), position: try position(), count: try number("count"))
        case "command":
            var invocation = Invocation(
                command: try text("command"), row: try row(), arguments: try object("arguments") ?? [:])
            invocation.expected = try object("expected") ?? [:]
            return .command(ref: ref, scene: try scene(), invocation: invocation, key: try optionalText("key"))
        case "input":
            return .input(
                ref: ref, scene: try scene(), slot: try optionalText("slot"), values: try object("values") ?? [:])
        case "close": return .close(scene: try scene())
        case "ping": return .ping
        default: throw wrong("Unknown message type: \"\(type)\".", code: "unknown-type")
        }
    }

    private func position() throws(MessageError) -> WindowPosition? {
        if let anchor = try optionalText("anchor") { return .anchor(anchor) }
        return try number("start").map { .start($0) }
    }

    private func number(_ name: String) throws(MessageError) -> Int? {
        guard let value = members[name], value != .null else { return nil }
        guard let number = value.doubleValue, number >= 0, number.rounded() == number else {
            throw wrong("\"\(name)\" must be a whole number from 0 on.")
        }
        return min(value.intValue.map { Int($0) } ?? Window.largest, Window.largest)
    }

    private func row() throws(MessageError) -> String? {
        if let id = members["row"]?.rowID { return id }
        return try optionalText("row")
    }

    private func scene() throws(MessageError) -> Int {
        guard let scene = try number("scene") else { throw wrong("\"scene\" is missing.") }
        return scene
    }

    private func text(_ name: String) throws(MessageError) -> String {
        guard let text = try optionalText(name) else { throw wrong("\"\(name)\" is missing.") }
        return text
    }

    private func optionalText(_ name: String) throws(MessageError) -> String? {
        guard let value = members[name], value != .null else { return nil }
        guard let text = value.stringValue else { throw wrong("\"\(name)\" must be a string.") }
        return text
    }

    private func object(_ name: String) throws(MessageError) -> JSONObject? {
        guard let value = members[name], value != .null else { return nil }
        guard let object = value.objectValue else { throw wrong("\"\(name)\" must be an object.") }
        return object
    }

    private func wrong(_ message: String, code: String = "invalid-message") -> MessageError {
        MessageError(ref: ref, code: code, message: message)
    }
}
