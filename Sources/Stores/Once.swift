import Loop

/// Runs a body once, on the first call.
@SceneActor final class Once {
    private var body: (@SceneActor () -> Void)?

    init(_ body: @escaping @SceneActor () -> Void) {
        self.body = body
    }

    func run() {
        let body = self.body
        self.body = nil
        body?()
    }
}
