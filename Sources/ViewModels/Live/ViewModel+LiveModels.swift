import Loop

extension ViewModel {
    /// Follows a live model that this view model shows. A request after a commit waits until the outputs show the
    /// commit, and the model's problem becomes the view model's.
    ///
    ///     init(_ id: String, in store: Store) {
    ///         artist = store.row("Artist", id)
    ///         super.init()
    ///         follow(artist)
    ///     }
    ///
    /// The outputs show it through ``Presenter/updateOutputs()``, as usual.
    public final func follow(_ model: any LiveModel) {
        guard !liveModels.contains(model) else { return }
        liveModels.add(model, model.looks.observe { [weak self] in self?.recordLook() })
        recordLook()
    }

    /// Stops following a live model that is no longer shown.
    public final func unfollow(_ model: any LiveModel) {
        liveModels.remove(model)
        recordLook()
    }

    private func recordLook() {
        problem = liveModels.problem(instead: problem)
        didRefresh()
    }
}
