import Loop

/// Waits until the current turn of the loop has ended, with all its effects.
@SceneActor package func endOfTurn() async {
    await withCheckedContinuation { done in EventLoop.shared.post { done.resume() } }
}
