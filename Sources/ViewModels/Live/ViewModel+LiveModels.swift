import Loop

extension ViewModel {
    /// Has this view model answer for a live model that it shows: whoever asks after a commit waits until it is shown, and
    /// the model's problem is the view model's.
    ///
    ///     init(_ id: String, in store: Store) {
    ///         artist = store.row("Artist", id)
    ///         super.init()
    ///         follow(artist)
    ///     }
    ///
    /// What the outputs show of it follows from ``Presenter/updateOutputs()`` as ever.
    public final func follow(_ model: any LiveModel) {
        guard !liveModels.contains(model) else { return }
        liveModels.add(model, model.looks.observe { [weak self] in self?.noteLook() })
        noteLook()
    }

    /// Lets a live model be that is not shown any more.
    public final func unfollow(_ model: any LiveModel) {
        liveModels.remove(model)
        noteLook()
    }

    private func noteLook() {
        problem = liveModels.problem(instead: problem)
        didRefresh()
    }
}
