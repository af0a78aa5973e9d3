import DataSources
import JSON
import Loop

extension ViewModel {
    /// Where it is in its life. What works outputs out from it, here or in another view model, is run again when it changes.
    public final var phase: Phase {
        life.noteRead(byOwnerToo: true)
        return currentPhase
    }

    /// When it last finished loading; `nil` before that, and after it was unloaded. Followed like ``phase``.
    public final var loadDate: ContinuousClock.Instant? {
        life.noteRead(byOwnerToo: true)
        return lastLoad
    }

    /// Somebody looks: sets up, if that was not done, and loads. Does nothing while it loads or is loaded.
    public final func activate() {
        if currentPhase == .initialized { becomeSetUp(isShown: true) }
        if currentPhase == .setUp { reload() }
    }

    /// Nobody looks any more: what is loaded is let go of, and a load that goes on is cancelled.
    public final func deactivate() {
        guard currentPhase == .loading || currentPhase == .loaded else { return }
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
        lastLoad = nil
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
        guard currentPhase == .setUp || currentPhase == .loaded else { return }
        isLoadAwaited = true
        loadNumber += 1
        let number = loadNumber
        become(.loading)
        // Whoever hears of it, here or of a child, may want it unloaded.
        tell(.willLoad)
        guard isLoading(number) else { return }
        beginUpdates()
        for child in children where isLoading(number) { child.activate() }
        guard isLoading(number) else { return }
        let task = Task.immediate { @SceneActor in await performLoad(number) }
        if isLoading(number) { loading = task } else { task.cancel() }
    }

    /// Whether the load of this number goes on, or has been the last one.
    private func isLoading(_ number: Int) -> Bool {
        number == loadNumber && (currentPhase == .loading || currentPhase == .loaded)
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
        if currentPhase != .initialized {
            child.becomeSetUp(isShown: currentPhase == .loading || currentPhase == .loaded)
        }
        if currentPhase == .loading || currentPhase == .loaded { child.activate() }
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

    /// Waits for the list that is shown now, if a list is all that is waited for.
    final func awaitAnswer() {
        guard currentPhase == .loading, !isLoadAwaited else { return }
        noteAnswer()
        guard currentPhase == .loading else { return }
        answerObservation = list?.observe { [weak self] _ in self?.noteAnswer() }
    }

    /// Goes to loaded if everything that was waited for is there; late answers, after nobody has looked, change nothing.
    package final func noteAnswer() {
        guard currentPhase == .loading, !isLoadAwaited, isAnswered else { return }
        finishLoading()
    }

    /// Whether it has loaded since somebody looks, with its live models and all that is within it.
    package final var hasLoaded: Bool {
        lastLoad != nil && liveModels.haveAnswered && children.allSatisfy(\.hasLoaded)
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
        guard currentPhase == .initialized else { return }
        become(.setUp)
        setUp()
        beginUpdates()
        if !isShown { endUpdates() }
        for child in children { child.becomeSetUp(isShown: isShown) }
        tell(.didSetUp)
    }

    private func performLoad(_ number: Int) async {
        let result: Result<Void, any Error>
        do { result = .success(try await load()) } catch { result = .failure(error) }
        guard currentPhase == .loading, number == loadNumber, !Task.isCancelled else { return }
        // The load is awaited until its problem is known: whoever is told of the problem must not end the load meanwhile.
        switch result {
        case .success: if problem?.code == Self.loadProblem { problem = nil }
        case .failure(let error): problem = ListProblem(code: Self.loadProblem, message: "\(error)")
        }
        isLoadAwaited = false
        if case .failure = result { finishLoading() } else { awaitAnswer() }
    }

    private func finishLoading() {
        guard currentPhase == .loading else { return }
        lastLoad = .now
        answerObservation = nil
        become(.loaded)
        modelsDidLoad()
        tell(.didLoad)
        didRefresh()
    }

    private func become(_ next: Phase) {
        precondition(currentPhase.mayBecome(next), "a view model cannot go from \(currentPhase) to \(next)")
        currentPhase = next
    }

    private static var loadProblem: String { "load-failed" }
}
