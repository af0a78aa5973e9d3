import JSON
import Observables

extension FormViewModel {
    /// Saves the form if nothing is wrong, and nobody else has changed what was edited or it is forced.
    func runSave(isForced: Bool) async throws {
        guard !isSaving else { throw CommandFailure.unavailable(code: "busy", message: "The form is being saved.") }
        isSaving = true
        defer { isSaving = false }
        if let first = await validate().first {
            throw CommandFailure.invalid(message: "\(first)", fields: Self.texts(failures))
        }
        filling?.readNow()  // what the model was told in this very turn counts
        guard conflicts.isEmpty || isForced else {
            let faults = conflicts.map { ValidationFailure($0.name, "was changed by somebody else") }
            throw CommandFailure.conflict(
                message: "Somebody else has changed what you edit.", fields: Self.texts(faults))
        }
        let saved = inputs
        let before = draft.base
        try await save()
        draft.noteSaved(saved, over: before)
        let values = inputs
        let untouched = draft.base.filter { values[$0.name] == saved[$0.name] }
        take(JSONObject(untouched.map { ($0.name, $0.value) }))
        showsAllFailures = false
        assess()
    }

    /// The first sentence of each field.
    private static func texts(_ failures: [ValidationFailure]) -> [String: String] {
        Dictionary(failures.map { ($0.field, $0.message) }) { first, _ in first }
    }

    static func json(_ failures: [ValidationFailure]) -> JSON {
        var json = JSONObject()
        for failure in failures where json[failure.field] == nil { json[failure.field] = .string(failure.message) }
        return .object(json)
    }
}
