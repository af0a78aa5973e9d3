import ViewModels

extension Scene {
    /// Waits until commands find here what they are for: the slots, records and forms of the screen. A screen that hands its commands
    /// to a store needs nothing of the kind.
    ///
    /// - Returns: Whether everything has loaded, or the scene has ended; `false` after `patience`.
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
