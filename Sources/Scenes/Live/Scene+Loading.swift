import ViewModels

extension Scene {
    /// Waits until commands can run: until the slots, records and forms of the screen have loaded. Returns at once if
    /// the screen passes its commands to a store.
    ///
    /// - Returns: Whether everything has loaded or the scene has ended; `false` after `patience`.
    package func ready(within patience: Duration) async -> Bool {
        guard !isReady else { return true }
        setNeedsFlush()
        await loading.wait(within: patience)
        return isReady
    }

    private var isReady: Bool {
        screen.endCode != nil || screen.viewModel is any Remembering
            || (loading.isOver && screen.viewModel.hasLoaded)
    }
}
