import DataSources
import JSON
import Loop

extension ViewModel {
    /// Somebody looks: sets up, if that was not done, and loads. Does nothing while it loads or is loaded.
    public final func activate() {
        if phase == .initialized { becomeSetUp() }
        if phase == .setUp { reload() }
    }

    /// Nobody looks any more: what is loaded is let go of, and a load that goes on is cancelled.
    public final func deactivate() {
        guard phase == .loading || phase == .loaded else { return }
        become(.unloading)
        tell(.willUnload)
        loading?.cancel()
        for child in children { child.deactivate() }
        dialogs.dismissAll()
        unload()
        endUpdates()
        loadDate = nil
        become(.setUp)
        tell(.didUnload)
    }

    /// Loads again what is shown, such as after a pull to refresh. What is shown stays until there is something new.
    public final func reload() {
        guard phase == .setUp || phase == .loaded else { return }
        isLoadAwaited = true
        become(.loading)
        tell(.willLoad)
        beginUpdates()
        for child in children { child.activate() }
        loading = Task.immediate { @SceneActor [weak self] in await self?.performLoad() }
    }

    /// Puts a view model within this one: it is set up, loaded and unloaded with it, and catches up with it now. One that is
    /// within another leaves that first; one that is here already stays where it is.
    public final func addChild(_ child: ViewModel) {
        guard child.parent !== self else { return }
        child.removeFromParent()
        child.parent = self
        children.append(child)
        if phase != .initialized, child.phase == .initialized { child.becomeSetUp() }
        if phase == .loading || phase == .loaded { child.activate() }
        didChange()
    }

    /// Takes the view model out of the one it is within. It stays as it is: what was loaded is still there.
    public final func removeFromParent() {
        guard let parent else { return }
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

    private func becomeSetUp() {
        become(.setUp)
        setUp()
        beginUpdates()
        restoreInputs()
        for child in children where child.phase == .initialized { child.becomeSetUp() }
        tell(.didSetUp)
    }

    /// Takes over what the visitor had typed; what no input accepts any more is left.
    private func restoreInputs() {
        guard !restoredInputs.isEmpty else { return }
        for (name, field) in inputFields { if let value = restoredInputs[name] { field.take(value) } }
        restoredInputs = [:]
        inputsDidChange()
    }

    private func performLoad() async {
        do {
            try await load()
            guard !Task.isCancelled else { return }
            if problem?.code == Self.loadProblem { problem = nil }
        } catch {
            guard !Task.isCancelled else { return }
            problem = ListProblem(code: Self.loadProblem, message: "\(error)")
        }
        isLoadAwaited = false
        if problem?.code == Self.loadProblem { finishLoading() } else { noteAnswer() }
    }

    private func finishLoading() {
        loadDate = .now
        become(.loaded)
        setNeedsUpdate()
        tell(.didLoad)
    }

    private func become(_ next: Phase) {
        precondition(phase.mayBecome(next), "a view model cannot go from \(phase) to \(next)")
        phase = next
    }

    private static var loadProblem: String { "load-failed" }
}
