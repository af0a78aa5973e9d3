import DataSources
import JSON
import Loop
import Observables

extension ViewModel {
    /// Sends the users of this scene to another screen. In a shared scene that is everyone who shows it. Without
    /// viewers it does nothing. A child view model sends the viewers of its parent.
    public final func navigate(_ navigation: Navigation) {
        guard let navigation = Misuse.attribute(to: self, { navigation.checked }) else { return }
        scenes.notify(.navigated(navigation))
        parent?.navigate(navigation)
    }

    /// Asks the user whether unsaved work may be discarded; returns `true` immediately when there is none.
    public final func mayLeave() async -> Bool {
        guard wouldLoseWork else { return true }
        let question = Dialog(
            .alert, title: "Discard your changes?", message: "They have not been saved.",
            actions: [.destructive("discard", "Discard"), .cancel("Keep editing")])
        return await ask(question) == "discard"
    }

    /// Whether this view model or one in its slots has unsaved work.
    private var wouldLoseWork: Bool { hasUnsavedWork || slots.values.contains(where: \.wouldLoseWork) }

    /// Calls `body` with each event while the subscription exists.
    public final func observe(_ body: @escaping @SceneActor (ViewModelEvent) -> Void) -> Subscription {
        if observers.isEmpty { _ = takeChanges() }
        return observers.add(body)
    }

    /// Announces that a read of a model other than a list has ended and that the outputs show its result.
    public final func didRefresh() {
        scenes.notify(.refreshed)
        parent?.didRefresh()
    }

    /// Calls `body` after each change other than of the list's rows, while the subscription exists.
    package final func observeScene(_ body: @escaping @SceneActor (SceneEvent) -> Void) -> Subscription {
        scenes.add(body)
    }

    /// The type's name in lower case with hyphens, without the suffix `ViewModel`.
    static var screenName: String {
        let name = String(describing: self)
        let stem = name.hasSuffix("ViewModel") ? String(name.dropLast("ViewModel".count)) : name
        return stem.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
    }
}
