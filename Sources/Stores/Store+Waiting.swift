import Lists
import Loop

extension Store {
    /// Calls `body` when ``schema`` shows every commit made before this call, and the present content of a JSON file,
    /// or after `showTimeout`. Calls it at once while the database cannot be read.
    public func whenSchemaIsCurrent(_ body: @escaping @SceneActor () -> Void) {
        mayHaveCommitted()
        guard !engine.checkSource() || !lanes.isSchemaCurrent && !checkIsHopeless() else { return body() }
        patiently(body) { [self] done in
            engine.readSource { [weak self] in
                self?.lanes.whenSchemaIsCurrent(unless: { self?.checkIsHopeless() ?? true }, done)
            }
        }
    }

    /// Calls `body` when the lists show every commit made before this call, or after `showTimeout`. Waits for the slow
    /// lane only while it is quick.
    package func whenShown(_ body: @escaping @SceneActor () -> Void) {
        mayHaveCommitted()
        guard !engine.isLost, !lanes.areQuickListsCurrent(areNew: areScreensNew) else { return body() }
        patiently(body) { [self] done in
            lanes.whenQuickListsAreCurrent(
                areNew: { [weak self] in self?.areScreensNew ?? false },
                unless: { [weak self] in self?.engine.isLost ?? true }, done)
        }
    }

    /// Whether lists without content may belong to screens that a schema change has replaced.
    private var areScreensNew: Bool { adoptedAt.map { .now - $0 < configuration.showTimeout } ?? false }

    /// Calls `body` when `work` is done, or after `showTimeout`.
    private func patiently(
        _ body: @escaping @SceneActor () -> Void, _ work: (_ done: @escaping @SceneActor () -> Void) -> Void
    ) {
        let once = Once(body)
        let timer = EventLoop.shared.after(configuration.showTimeout) { once.run() }
        work {
            timer.cancel()
            once.run()
        }
    }
}
