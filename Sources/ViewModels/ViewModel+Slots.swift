import JSON
import Loop

extension ViewModel {
    /// Shows a view model in a named slot of this scene, in place of the current one; `nil` empties the slot. Its
    /// document is nested in this one's, with the slots in the order in which they were first filled. Its list is live
    /// like this one's. Clients address it by slot names: the command `print` of the view model in slot `label` of the
    /// one in slot `pantry` is `pantry.label.print`.
    ///
    /// The previous view model is unloaded and removed from the children. A view model in another slot leaves that
    /// slot.
    ///
    /// - Precondition: The slot name is not empty and has no dot.
    public final func embed(_ child: ViewModel?, in slot: String) {
        guard !slot.isEmpty, !slot.contains(".") else {
            return report(misuse: "the name of a slot must not be empty or contain a dot: '\(slot)'")
        }
        let previous = slots[slot]
        guard previous !== child else { return }
        slots[slot] = nil
        if let previous {
            previous.removeFromParent()
            previous.deactivate()
        }
        guard let child else { return didChange() }
        handState(to: child, in: slot)
        addChild(child)
        slots = slots.filter { $0.value !== child }
        slots[slot] = child
        if !slotNames.contains(slot) { slotNames.append(slot) }
        didChange()
    }

    /// Resolves a name such as `pantry.label.print` to its view model and the rest of the name, `print`. From the first
    /// part that is no slot's name, everything belongs to that rest.
    package final func target(of name: String) -> (viewModel: ViewModel, name: String) {
        guard let dot = name.firstIndex(of: "."), let child = slots[String(name[..<dot])] else { return (self, name) }
        return child.target(of: String(name[name.index(after: dot)...]))
    }

    /// Returns the view model at a path of slots such as `pantry.label`; `self` for `nil`.
    package final func embedded(at path: String?) -> ViewModel? {
        guard let path else { return self }
        let (viewModel, rest) = target(of: path + ".")
        return rest.isEmpty ? viewModel : nil
    }

    /// The state that the user's session keeps for this view model and those in its slots.
    package final var keptState: JSONObject {
        var states = slotStates
        for (name, child) in slots {
            let state = child.keptState
            states[name] = state.isEmpty ? nil : .object(state)
        }
        var state = sessionState
        if !states.isEmpty { state["slots"] = .object(states) }
        return state
    }

    /// Passes restored inputs to the view models in the slots. The rest waits for slots to be filled.
    final func handStates() {
        guard let states = restoredInputs["slots"]?.objectValue else { return }
        slotStates = states
        for (name, child) in slots { handState(to: child, in: name) }
    }

    private func handState(to child: ViewModel, in slot: String) {
        guard child.currentPhase == .initialized, let state = slotStates[slot]?.objectValue else { return }
        slotStates[slot] = nil
        child.restoredInputs = state
    }
}

extension ViewModel: DialogAsker {
    final var path: String {
        guard let parent else { return "" }
        let slot = parent.slots.first { $0.value === self }
        return parent.path + (slot.map { $0.key + "." } ?? "")
    }
}
