import DataSources
import JSON
import Loop

extension ViewModel {
    /// Somebody looks: sets up, if that was not done, and loads. Does nothing while it loads or is loaded.
    public final func activate() {
        if phase == .initialized { becomeSetUp(isShown: true) }
        if phase == .setUp { reload() }
    }

    /// Nobody looks any more: what is loaded is let go of, and a load that goes on is cancelled.
    public final func deactivate() {
        guard phase == .loading || phase == .loaded else { return }
        become(.unloading)
        tell(.willUnload)
        loading?.cancel()
        answerObservation = nil
        for child in children { child.deactivate() }
        dialogs.dismiss { _ in true }
        takeBackQuestions()
        unload()
        updateOutputs()
        endUpdates()
        loadDate = nil
        become(.setUp)
        tell(.didUnload)
    }

    /// Nobody is there to answer: what waits for an answer goes on without one.
    package final func dismissDialogs() {
        dialogs.dismiss { _ in true }
        for child in children { child.dismissDialogs() }
    }

    /// Loads again what is shown, such as after a pull to refresh. What is shown stays until there is something new.
    public final func reload() {
        guard phase == .setUp || phase == .loaded else { return }
        isLoadAwaited = true
        become(.loading)
        tell(.willLoad)
        beginUpdates()
        for child in children { child.activate() }
        loading = Task.immediate { @SceneActor in await performLoad() }
    }

    /// Puts a view model within this one: it is set up, loaded and unloaded with it, and catches up with it now. One that is
    /// within another leaves that first; one that is here already stays where it is.
    ///
    /// - Precondition: The child is neither this view model nor one that this is within.
    public final func addChild(_ child: ViewModel) {
        precondition(!isWithin(child), "a view model cannot be within itself")
        guard child.parent !== self else { return }
        child.removeFromParent()
        child.parent = self
        children.append(child)
        if phase != .initialized { child.becomeSetUp(isShown: phase == .loading || phase == .loaded) }
        if phase == .loading || phase == .loaded { child.activate() }
        didChange()
    }

    /// Takes the view model out of the one it is within. It stays as it is: what was loaded is still there.
    public final func removeFromParent() {
        guard let parent else { return }
        takeBackQuestions()
        parent.children.removeAll { $0 === self }
        parent.slots = parent.slots.filter { $0.value !== self }
        self.parent = nil
        parent.didChange()
    }

    /// Goes to loaded if everything that was waited for is there; late answers, after nobody has looked, change nothing.
    package final func noteAnswer() {
        guard phase == .loading, !isLoadAwaited, isAnswered else { return }
        finishLoading()
    }

    func childDidChange(_ child: ViewModel) {
        if slots.contains(where: { $0.value === child }) { didChange() }
    }

    /// Whether this is `other`, or within it.
    final func isWithin(_ other: ViewModel) -> Bool {
        self === other || parent?.isWithin(other) ?? false
    }

    /// Works the outputs out for the first time, and follows the models if somebody looks.
    private func becomeSetUp(isShown: Bool) {
        guard phase == .initialized else { return }
        become(.setUp)
        setUp()
        beginUpdates()
        if !isShown { endUpdates() }
        for child in children { child.becomeSetUp(isShown: isShown) }
        tell(.didSetUp)
    }

    private func performLoad() async {
        let result: Result<Void, any Error>
        do { result = .success(try await load()) } catch { result = .failure(error) }
        guard phase == .loading, !Task.isCancelled else { return }
        // The load is awaited until its problem is known: whoever is told of the problem must not end the load meanwhile.
        switch result {
        case .success: if problem?.code == Self.loadProblem { problem = nil }
        case .failure(let error): problem = ListProblem(code: Self.loadProblem, message: "\(error)")
        }
        isLoadAwaited = false
        if case .failure = result { return finishLoading() }
        noteAnswer()
        guard phase == .loading else { return }
        answerObservation = list?.observe { [weak self] _ in self?.noteAnswer() }
    }

    private func finishLoading() {
        guard phase == .loading else { return }
        loadDate = .now
        answerObservation = nil
        become(.loaded)
        modelsDidLoad()
        tell(.didLoad)
    }

    private func become(_ next: Phase) {
        precondition(phase.mayBecome(next), "a view model cannot go from \(phase) to \(next)")
        phase = next
    }

    private static var loadProblem: String { "load-failed" }
}
