import Loop

/// The state that a viewer has who does not read: they are led on from there when they have read. Without room for it they get the
/// whole document then.
@SceneActor package struct HeldState {
    private let state: ViewState?

    /// Keeps a state, if there is room.
    package init(_ state: ViewState, in memory: ByteAccount) {
        self.state = state.keepLate(in: memory) ? state : nil
    }

    /// What the viewer has to be given.
    package func catchUp(to view: View) -> CatchUp? {
        if let state { view.catchUp(from: state) } else { view.catchUp(since: nil) }
    }
}
