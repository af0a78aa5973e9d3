import JSON
import ViewModels

/// Encodes messages to a client on a socket as JSON text (protocol, section 5).
package enum ServerMessage {
    /// Returns a message with the whole document; `document` is its JSON text.
    package static func snapshot(ref: JSON?, scene: Int, digest: Digest, document: [UInt8]) -> [UInt8] {
        encode("snapshot", ref: ref) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("digest", .string(digest.text))
            writer.key("document")
            writer.raw(document)
        }
    }

    /// Returns a message that the client's state is current.
    package static func current(ref: JSON?, scene: Int, digest: Digest) -> [UInt8] {
        encode("current", ref: ref) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("digest", .string(digest.text))
        }
    }

    /// Returns a message with the patch from one state to another; `patch` is the JSON text of its operations. A
    /// message with a `ref` is the response to an `open`.
    package static func patch(
        ref: JSON? = nil, scene: Int, from: Digest, to: Digest, patch: [UInt8]
    ) -> [UInt8] {
        encode("patch", ref: ref) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("from", .string(from.text))
            writer.member("to", .string(to.text))
            writer.key("patch")
            writer.raw(patch)
        }
    }

    /// Returns a message that the client has signed in.
    package static func signedIn(ref: JSON?) -> [UInt8] { encode("signed-in", ref: ref) { _ in } }

    /// Returns a message that says who the client is.
    package static func principal(_ members: JSONObject) -> [UInt8] {
        encode("principal", ref: nil) { writer in
            for (name, value) in members { writer.member(name, value) }
        }
    }

    /// Returns a message that the scene has ended.
    package static func gone(scene: Int, code: String) -> [UInt8] {
        encode("gone", ref: nil) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("code", .string(code))
        }
    }

    /// Returns the reply with the result of a command.
    package static func reply(ref: JSON?, result: JSONObject) -> [UInt8] {
        encode("reply", ref: ref) { $0.member("result", .object(result)) }
    }

    /// Returns the reply to a command that failed.
    package static func reply(ref: JSON?, error: JSONObject) -> [UInt8] {
        encode("reply", ref: ref) { $0.member("error", .object(error)) }
    }

    /// Returns a message that sends the client to another route, as the coordinator decided.
    package static func navigate(_ navigation: Navigation, from scene: Int) -> [UInt8] {
        encode("navigate", ref: nil) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("route", .string(navigation.route))
            writer.member("style", .string(navigation.style.rawValue))
        }
    }

    /// Returns the message for an error: a `reply` for a command, an `error` for any other message.
    package static func error(_ error: MessageError) -> [UInt8] {
        guard !error.isOfCommand else { return reply(ref: error.ref, error: error.members) }
        return encode("error", ref: error.ref) { writer in
            for (name, value) in error.members { writer.member(name, value) }
        }
    }

    /// The response to a ping.
    package static var pong: [UInt8] { encode("pong", ref: nil) { _ in } }

    private static func encode(_ type: String, ref: JSON?, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", .string(type))
        if let ref { writer.member("ref", ref) }
        members(&writer)
        writer.endObject()
        return writer.bytes
    }
}
