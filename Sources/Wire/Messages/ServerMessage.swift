import JSON
import ViewModels

/// What the server says on a socket, as JSON text (protocol, section 5).
package enum ServerMessage {
    /// The whole document; `document` is its JSON text.
    package static func snapshot(ref: JSON?, scene: Int, digest: Digest, document: [UInt8]) -> [UInt8] {
        encode("snapshot", ref: ref) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("digest", .string(digest.text))
            writer.key("document")
            writer.raw(document)
        }
    }

    /// What the client holds is current.
    package static func current(ref: JSON?, scene: Int, digest: Digest) -> [UInt8] {
        encode("current", ref: ref) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("digest", .string(digest.text))
        }
    }

    /// The way from one state to another; `patch` is the JSON text of the operations. With a `ref` it answers an `open`.
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

    /// The scene ended.
    package static func gone(scene: Int, code: String) -> [UInt8] {
        encode("gone", ref: nil) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("code", .string(code))
        }
    }

    /// What came of a command.
    package static func reply(ref: JSON?, result: JSONObject) -> [UInt8] {
        encode("reply", ref: ref) { $0.member("result", .object(result)) }
    }

    /// Why a command was not carried out.
    package static func reply(ref: JSON?, error: JSONObject) -> [UInt8] {
        encode("reply", ref: ref) { $0.member("error", .object(error)) }
    }

    /// The coordinator's decision where to go.
    package static func navigate(_ navigation: Navigation, from scene: Int) -> [UInt8] {
        encode("navigate", ref: nil) { writer in
            writer.member("scene", .int(Int64(scene)))
            writer.member("route", .string(navigation.route))
            writer.member("style", .string(navigation.style.rawValue))
        }
    }

    /// Why a message could not be served: the reply of a command, an `error` for any other message.
    package static func error(_ error: MessageError) -> [UInt8] {
        guard !error.isOfCommand else { return reply(ref: error.ref, error: error.members) }
        return encode("error", ref: error.ref) { writer in
            for (name, value) in error.members { writer.member(name, value) }
        }
    }

    /// The answer to a ping.
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
