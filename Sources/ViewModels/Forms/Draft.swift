import JSON

/// What one person has typed into a form, beside what the model holds.
struct Draft {
    /// The inputs as the model last had them.
    private(set) var base = JSONObject()
    /// By changed input, what the model had when the person began to change it.
    private(set) var origins = JSONObject()
    /// The inputs that differ from the model, in their order.
    private(set) var dirtyFields: [String] = []
    /// By changed input, what the model holds if that is not what the person began with.
    private(set) var conflicts = JSONObject()

    /// Whether the model has not been read yet.
    var isBlank: Bool { base.isEmpty }

    /// Notes what is typed. Before the model is loaded nobody can have changed it: nothing is a conflict.
    mutating func note(_ values: JSONObject, of names: [String], isLoaded: Bool) {
        dirtyFields = names.filter { values[$0] != base[$0] }
        guard isLoaded else { return }
        origins = JSONObject(dirtyFields.map { ($0, origins[$0] ?? base[$0] ?? .null) })
        let differing = dirtyFields.filter { origins[$0] != base[$0] }
        conflicts = JSONObject(differing.map { ($0, base[$0] ?? .null) })
    }

    /// Takes over what the model holds now.
    ///
    /// - Returns: What the inputs have to be set to again: what the person has changed.
    mutating func rebase(on theirs: JSONObject, keeping mine: JSONObject) -> JSONObject {
        let kept = isBlank ? [] : dirtyFields
        base = theirs
        return JSONObject(kept.compactMap { name in mine[name].map { (name, $0) } })
    }

    /// The values were written to the model: it holds them, unless it has said something else since it held `before`.
    mutating func noteSaved(_ values: JSONObject, over before: JSONObject) {
        for (name, value) in values where base[name] == before[name] { base[name] = value }
        origins = [:]
        conflicts = [:]
    }

    /// The person began with these values.
    mutating func restore(origins: JSONObject) {
        self.origins = origins
    }

    /// What the person has changed is given up.
    mutating func forgetOrigins() {
        origins = [:]
    }
}
