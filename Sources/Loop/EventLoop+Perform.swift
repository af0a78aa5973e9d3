extension EventLoop {
    /// Runs `work` on the event loop: immediately if the caller is on the loop, otherwise in a later turn.
    package func perform(_ work: @escaping @Sendable @SceneActor () -> Void) {
        if isOnLoop { SceneActor.assumeIsolated(work) } else { post(work) }
    }
}
