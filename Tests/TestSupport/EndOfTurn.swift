import Loop

/// Waits until the present turn of the loop is over: what follows from the changes of this turn has been worked out and
/// told.
@SceneActor package func endOfTurn() async {
    await withCheckedContinuation { done in EventLoop.shared.post { done.resume() } }
}
