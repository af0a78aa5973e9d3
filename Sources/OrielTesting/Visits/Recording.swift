import Foundation
import JSON

/// What a visit received: a document and its patches, as a fixture that tests in any language can read.
///
///     { "route": "/", "window": { "start": 0, "count": 50 }, "digest": "D", "snapshot": { … },
///       "patches": [ { "from": "D", "to": "D2", "patch": [ … ] } ], "document": { … } }
///
/// `digest` is that of `snapshot`, and `document` is the state after all patches (protocol, section 5).
public struct Recording: Sendable {
    /// The recording as JSON.
    public let json: JSON

    /// The screen as it was first, and after each patch.
    public var screens: [SeenScreen] {
        let first = json["snapshot"] ?? .null
        let patches = json["patches"]?.arrayValue ?? []
        let documents = patches.reduce(into: [first]) { documents, patch in
            let next = try? documents.last?.applying(patch["patch"] ?? [])
            documents.append(next ?? .null)
        }
        return documents.map { SeenScreen(document: $0) }
    }

    /// Writes the recording to a file.
    public func write(to path: String) throws {
        try Data(json.bytes).write(to: URL(fileURLWithPath: path))
    }
}
