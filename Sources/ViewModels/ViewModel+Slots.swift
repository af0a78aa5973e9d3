import JSON
import Loop

extension ViewModel {
    /// Shows a view model in a named part of this scene, instead of the one that is there; `nil` leaves the part empty. Its
    /// document stands within this one's, the parts in the order in which they were first filled, its list live like this one's.
    /// Clients call it by the names of the parts: the command `print` of what is in `label` of what is in `pantry` is
    /// `pantry.label.print`.
    ///
    /// What was there before is unloaded and no child of this view model any more. One that is in another part leaves that.
    ///
    /// - Precondition: The name of the part is not empty and has no dot.
    public final func embed(_ child: ViewModel?, in slot: String) {
        precondition(!slot.isEmpty && !slot.contains("."), "a slot has a name without a dot")
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

    /// The view model that a name such as `pantry.label.print` leads to, and what the name is there: `print`. What is no
    /// slot's name belongs to the name that is left.
    package final func target(of name: String) -> (viewModel: ViewModel, name: String) {
        guard let dot = name.firstIndex(of: "."), let child = slots[String(name[..<dot])] else { return (self, name) }
        return child.target(of: String(name[name.index(after: dot)...]))
    }

    /// The view model at a path of slots such as `pantry.label`; itself for none.
    package final func embedded(at path: String?) -> ViewModel? {
        guard let path else { return self }
        let (viewModel, rest) = target(of: path + ".")
        return rest.isEmpty ? viewModel : nil
    }

    /// What is kept in the visitor's session of this view model, and of those in its slots.
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

    /// Hands what the visitor had typed on to what stands in the slots; the rest waits for who comes there.
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
