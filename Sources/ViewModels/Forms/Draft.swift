import JSON

/// One user's unsaved changes in a form, relative to the model.
struct Draft {
    /// The inputs as the model last had them.
    private(set) var base = JSONObject()
    /// By changed input, the model's value when the user began to change it.
    private(set) var origins = JSONObject()
    /// The inputs that differ from the model, in their order.
    private(set) var dirtyFields: [String] = []
    /// By changed input, the model's current value if it differs from the one in ``origins``.
    private(set) var conflicts = JSONObject()

    /// Whether the model has not been read yet.
    var isBlank: Bool { base.isEmpty }

    /// Records the current inputs. Before the model is loaded there are no conflicts, because no other user can have
    /// changed it.
    mutating func record(_ values: JSONObject, of names: [String], isLoaded: Bool) {
        dirtyFields = names.filter { values[$0] != base[$0] }
        guard isLoaded else { return }
        origins = JSONObject(dirtyFields.map { ($0, origins[$0] ?? base[$0] ?? .null) })
        let differing = dirtyFields.filter { origins[$0] != base[$0] }
        conflicts = JSONObject(differing.map { ($0, base[$0] ?? .null) })
    }

    /// Takes over the model's current values.
    ///
    /// - Returns: The inputs that the user has changed, to be set again.
    mutating func rebase(on theirs: JSONObject, keeping mine: JSONObject) -> JSONObject {
        let kept = isBlank ? [] : dirtyFields
        base = theirs
        return JSONObject(kept.compactMap { name in mine[name].map { (name, $0) } })
    }

    /// Records that the values were written. They become the model's values, unless the model has changed since it held
    /// `before`.
    mutating func recordSaved(_ values: JSONObject, over before: JSONObject) {
        for (name, value) in values where base[name] == before[name] { base[name] = value }
        origins = [:]
        conflicts = [:]
    }

    /// Restores the values that the user began with.
    mutating func restore(origins: JSONObject) {
        self.origins = origins
    }

    /// Forgets the user's changes.
    mutating func forgetOrigins() {
        origins = [:]
    }
}
