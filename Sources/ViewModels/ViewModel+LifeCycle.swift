import DataSources
import JSON
import Loop

extension ViewModel {
    /// The phase of the life cycle. A tracked function that reads it, here or in another view model, runs again when it
    /// changes.
    public final var phase: Phase {
        life.recordRead(byOwnerToo: true)
        return currentPhase
    }

    /// When the last load finished; `nil` before the first and after unloading. Reads are tracked as with ``phase``.
    public final var loadDate: ContinuousClock.Instant? {
        life.recordRead(byOwnerToo: true)
        return lastLoad
    }

    /// Sets up, if necessary, and loads: called when a client shows the view model. Does nothing while it loads or is
    /// loaded.
    public final func activate() {
        if currentPhase == .initialized { becomeSetUp(isShown: true) }
        if currentPhase == .setUp { reload() }
    }

    /// Unloads and cancels a running load: called when no client shows the view model any more.
    public final func deactivate() {
        guard currentPhase == .loading || currentPhase == .loaded else { return }
        become(.unloading)
        notify(.willUnload)
        loading?.cancel()
        answerObservation = nil
        for child in children { child.deactivate() }
        dialogs.dismiss { _ in true }
        takeBackQuestions()
        Misuse.attribute(to: self) {
            unload()
            updateOutputs()
        }
        endUpdates()
        lastLoad = nil
        become(.setUp)
        notify(.didUnload)
    }

    /// Dismisses all dialogs because no client can answer them. Their callers continue without an answer.
    package final func dismissDialogs() {
        dialogs.dismiss { _ in true }
        for child in children { child.dismissDialogs() }
    }

    /// Loads again, for example after a pull to refresh. The current content stays until there is something new.
    public final func reload() {
        guard currentPhase == .setUp || currentPhase == .loaded else { return }
        isLoadAwaited = true
        loadNumber += 1
        let number = loadNumber
        become(.loading)
        // The observer of this view model or of a child may unload it.
        notify(.willLoad)
        guard isLoading(number) else { return }
        beginUpdates()
        for child in children where isLoading(number) { child.activate() }
        guard isLoading(number) else { return }
        let task = Task.immediate { @SceneActor in await performLoad(number) }
        if isLoading(number) { loading = task } else { task.cancel() }
    }

    /// Whether the load of this number is running or is the latest finished one.
    private func isLoading(_ number: Int) -> Bool {
        number == loadNumber && (currentPhase == .loading || currentPhase == .loaded)
    }

    /// Adds a child view model. It is set up, loaded and unloaded with this one, and reaches this one's phase now. A
    /// child of another view model is removed from that one first; an existing child stays where it is.
    ///
    /// - Precondition: The child is neither this view model nor one of its ancestors.
    public final func addChild(_ child: ViewModel) {
        guard !isWithin(child) else { return report(misuse: "\(Self.self) cannot be within itself") }
        guard child.parent !== self else { return }
        child.removeFromParent()
        child.parent = self
        children.append(child)
        if let mistake = child.mistake { record(misuse: mistake) }
        if currentPhase != .initialized {
            child.becomeSetUp(isShown: currentPhase == .loading || currentPhase == .loaded)
        }
        if currentPhase == .loading || currentPhase == .loaded { child.activate() }
        didChange()
    }

    /// Removes the view model from its parent. Its phase and its content stay as they are.
    public final func removeFromParent() {
        guard let parent else { return }
        takeBackQuestions()
        parent.children.removeAll { $0 === self }
        parent.slots = parent.slots.filter { $0.value !== self }
        self.parent = nil
        parent.didChange()
    }

    /// Observes the current list until it answers, if the load waits for nothing else.
    final func awaitAnswer() {
        guard currentPhase == .loading, !isLoadAwaited else { return }
        recordAnswer()
        guard currentPhase == .loading else { return }
        answerObservation = list?.observe { [weak self] _ in self?.recordAnswer() }
    }

    /// Finishes the load if everything has answered. An answer that arrives after unloading changes nothing.
    package final func recordAnswer() {
        guard currentPhase == .loading, !isLoadAwaited, isAnswered else { return }
        finishLoading()
    }

    /// Whether it has loaded since a client began to show it, with its live models and all its children.
    package final var hasLoaded: Bool {
        lastLoad != nil && liveModels.haveAnswered && children.allSatisfy(\.hasLoaded)
    }

    func childDidChange(_ child: ViewModel) {
        if slots.contains(where: { $0.value === child }) { didChange() }
    }

    /// Whether this is `other` or one of its descendants.
    final func isWithin(_ other: ViewModel) -> Bool {
        self === other || parent?.isWithin(other) ?? false
    }

    /// Computes the outputs for the first time, and tracks the models if a client shows them.
    private func becomeSetUp(isShown: Bool) {
        guard currentPhase == .initialized else { return }
        checkForm()
        become(.setUp)
        for model in fields(of: Field.self).compactMap({ $0.field.followed as? any LiveModel }) { follow(model) }
        Misuse.attribute(to: self) { setUp() }
        beginUpdates()
        if !isShown { endUpdates() }
        for child in children { child.becomeSetUp(isShown: isShown) }
        notify(.didSetUp)
    }

    private func performLoad(_ number: Int) async {
        let result: Result<Void, any Error> = await Misuse.attribute(to: self) {
            do { return .success(try await load()) } catch { return .failure(error) }
        }
        guard currentPhase == .loading, number == loadNumber, !Task.isCancelled else { return }
        // The load stays awaited until the problem is set: an observer of the problem must not finish the load
        // meanwhile.
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
        notify(.didLoad)
        didRefresh()
    }

    private func become(_ next: Phase) {
        guard currentPhase.mayBecome(next) else {
            return report(misuse: "\(Self.self) cannot go from \(currentPhase) to \(next)")
        }
        currentPhase = next
    }

    private static var loadProblem: String { "load-failed" }
}
