import DataSources
import JSON
import Loop
import Observables

extension ViewModel {
    /// Sends the visitor of a personal scene elsewhere: everyone, if the scene is shared. Nothing happens when nobody looks.
    /// A view model within another one sends those who see that.
    public final func navigate(_ navigation: Navigation) {
        scenes.tell(.navigated(navigation))
        parent?.navigate(navigation)
    }

    /// Asks whether what would be lost by leaving may be lost; `true` at once when nothing would be.
    public final func mayLeave() async -> Bool {
        guard wouldLoseWork else { return true }
        let question = Dialog(
            .alert, title: "Discard your changes?", message: "They have not been saved.",
            actions: [.destructive("discard", "Discard"), .cancel("Keep editing")])
        return await ask(question) == "discard"
    }

    /// Whether something of this view model, or of one in a slot of it, would be lost.
    private var wouldLoseWork: Bool { hasUnsavedWork || slots.values.contains(where: \.wouldLoseWork) }

    /// Calls `body` with each event until the observation is let go.
    public final func observe(_ body: @escaping @SceneActor (ViewModelEvent) -> Void) -> Subscription {
        if observers.isEmpty { _ = takeChanges() }
        return observers.add(body)
    }

    /// A look at a model that is not a list has ended, and the outputs show what was found.
    public final func didRefresh() {
        scenes.tell(.refreshed)
        parent?.didRefresh()
    }

    /// Calls `body` after each change of anything but the list's rows, until the observation is let go.
    package final func observeScene(_ body: @escaping @SceneActor (SceneEvent) -> Void) -> Subscription {
        scenes.add(body)
    }

    /// The type's name, without what every type's name ends with, in lower case.
    static var screenName: String {
        let name = String(describing: self)
        let stem = name.hasSuffix("ViewModel") ? String(name.dropLast("ViewModel".count)) : name
        return stem.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
    }
}
