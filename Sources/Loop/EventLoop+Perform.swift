extension EventLoop {
    /// Runs `work` on the loop: at once if that is where the caller is, otherwise in a later turn.
    package func perform(_ work: @escaping @Sendable @SceneActor () -> Void) {
        if isOnLoop { SceneActor.assumeIsolated(work) } else { post(work) }
    }
}
