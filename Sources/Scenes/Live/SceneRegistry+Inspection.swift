import JSON
import Loop
import ViewModels
import Wire

extension SceneRegistry {
    /// All open scenes, for the inspector: the content and the views of each, and who holds it.
    package var inspection: JSON {
        .array(scenes.values.sorted { $0.screen.number < $1.screen.number }.map { .object($0.summary) })
    }

    /// Returns one scene, with the document and the last patches of each view. Returns `nil` for an unknown number and
    /// for a personal scene.
    package func inspection(of number: Int) -> JSON? {
        guard let scene = scenes.values.first(where: { $0.screen.number == number }), !scene.screen.isPersonal else {
            return nil
        }
        var summary = scene.summary
        summary["views"] = .array(scene.views.map { .object($0.summary(withContent: true)) })
        return .object(summary)
    }
}

extension Scene {
    fileprivate var summary: JSONObject {
        [
            "number": .int(Int64(screen.number)), "route": .string(screen.route.description),
            "screen": .string(screen.viewModel.screen), "phase": .string(screen.viewModel.phase.rawValue),
            "personal": .bool(screen.isPersonal), "holders": .int(Int64(holders.count)),
            "from": .array(holders.names(atMost: 10).map { .string($0) }),
            "views": .array(views.map { .object($0.summary(withContent: false)) }),
        ]
    }
}

extension View {
    fileprivate func summary(withContent: Bool) -> JSONObject {
        var summary: JSONObject = [
            "start": .int(Int64(window.start)), "count": .int(Int64(window.count)),
            "viewers": .int(Int64(observers.reduce(0) { $0 + $1.viewerCount })),
            "patches": .int(Int64(history.kept.count)),
            "patchBytes": .int(Int64(history.kept.reduce(0) { $0 + $1.patch.count })),
        ]
        guard let state else { return summary }
        summary["digest"] = .string(state.digest.text)
        summary["bytes"] = .int(Int64(state.bytes.count))
        summary["age"] = .double((ContinuousClock.now - state.date).seconds)
        summary["took"] = .double(state.duration.seconds)
        guard withContent else { return summary }
        summary["document"] = state.document.json
        summary["last"] = .array(
            history.kept.suffix(10).map { step in
                [
                    "from": .string(step.from.text), "bytes": .int(Int64(step.patch.count)),
                    "patch": (try? JSON(parsing: step.patch)) ?? .null,
                ]
            })
        return summary
    }
}

extension Duration {
    /// The duration in seconds, to the microsecond.
    fileprivate var seconds: Double { Double(self / .microseconds(1)) / 1_000_000 }
}
