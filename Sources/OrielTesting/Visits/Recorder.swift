import JSON
import Loop

/// Keeps the messages of a screen.
@SceneActor final class Recorder {
    private var snapshot: JSON = .null
    private var patches: [JSON] = []

    /// Adds a patch. A snapshot replaces all that was kept.
    func record(_ message: JSON) {
        if message["type"] == "snapshot" {
            (snapshot, patches) = (message, [])
        } else {
            patches.append([
                "from": message["from"] ?? .null, "to": message["to"] ?? .null, "patch": message["patch"] ?? .null,
            ])
        }
    }

    func recording(of document: JSON) -> Recording {
        Recording(json: [
            "route": document["route"] ?? .null,
            "window": ["start": document["window"]?["start"] ?? 0, "count": document["window"]?["count"] ?? 50],
            "digest": snapshot["digest"] ?? .null, "snapshot": snapshot["document"] ?? .null,
            "patches": .array(patches), "document": document,
        ])
    }
}
