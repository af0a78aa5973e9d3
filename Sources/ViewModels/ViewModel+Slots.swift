extension ViewModel {
    /// Shows a view model in a named part of this scene, instead of the one that is there; `nil` leaves the part empty. Its
    /// document stands within this one's, its list live like this one's.
    ///
    /// What was there before is unloaded and no child of this view model any more. One that is in another part leaves that.
    public final func embed(_ child: ViewModel?, in slot: String) {
        let previous = slots[slot]
        guard previous !== child else { return }
        slots[slot] = nil
        if let previous {
            previous.removeFromParent()
            previous.deactivate()
        }
        guard let child else { return didChange() }
        addChild(child)
        slots = slots.filter { $0.value !== child }
        slots[slot] = child
        didChange()
    }
}
