import Loop

/// The last state of a viewer that does not read. When the viewer reads again, it catches up from this state. If the
/// state did not fit into memory, the viewer gets the whole document.
@SceneActor package struct HeldState {
    private let state: ViewState?

    /// Keeps a state if there is room for it.
    package init(_ state: ViewState, in memory: ByteAccount) {
        self.state = state.keepLate(in: memory) ? state : nil
    }

    /// Returns how to bring the viewer to the current state of a view.
    package func catchUp(to view: View) -> CatchUp? {
        if let state { view.catchUp(from: state) } else { view.catchUp(since: nil) }
    }
}
