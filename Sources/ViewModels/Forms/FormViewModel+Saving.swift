import JSON
import Observables

extension FormViewModel {
    /// Saves the form if it is valid and has no conflict; `isForced` ignores conflicts. Saves of the same models run
    /// one after the other, so that none changes a model between the check for conflicts and the write.
    func runSave(isForced: Bool) async throws {
        guard !isSaving else { throw CommandFailure.unavailable(code: "busy", message: "The form is being saved.") }
        isSaving = true
        defer { isSaving = false }
        try await SaveTurns.shared.run(savedModels) { try await saveInTurn(isForced: isForced) }
    }

    /// The models that the form is known to show: the bound ones and the live ones that it follows.
    var knownModels: Set<AnyHashable> {
        let bound = mirrors.flatMap(\.children).compactMap { ($0.value as? Field)?.model }
        let identities = bound.map { model -> AnyHashable in
            (model as? any LiveModel)?.identity ?? AnyHashable(ObjectIdentifier(model))
        }
        return Set(identities).union(liveModels.identities)
    }

    private func saveInTurn(isForced: Bool) async throws {
        if let first = await validate().first {
            throw CommandFailure.invalid(message: "\(first)", fields: Self.texts(failures))
        }
        filling?.readNow()  // includes changes of the model in this turn
        guard conflicts.isEmpty || isForced else {
            let faults = conflicts.map { ValidationFailure($0.name, translated("was changed by someone else")) }
            throw CommandFailure.conflict(
                message: translated("Someone else has changed this data."), fields: Self.texts(faults))
        }
        let saved = inputs
        let before = draft.base
        do { try await save() } catch { throw refused(CommandFailure(of: error)) }
        let values = inputs
        if clearsAfterSave {
            clear(keeping: Self.members(of: values) { saved[$0] != $1 })
        } else {
            draft.recordSaved(saved, over: before)
            take(Self.members(of: draft.base) { name, _ in values[name] == saved[name] })
        }
        showsAllFailures = false
        assess()
    }

    private static func members(of values: JSONObject, where isWanted: (String, JSON) -> Bool) -> JSONObject {
        JSONObject(values.filter { isWanted($0.name, $0.value) }.map { ($0.name, $0.value) })
    }

    /// Returns a model's failure with its fields renamed to inputs. The form shows the messages beside these inputs.
    private func refused(_ failure: CommandFailure) -> CommandFailure {
        let names = inputFields.map(\.name)
        let failure = failure.naming(names)
        if case .invalid(_, let fields) = failure {
            showsAllFailures = true
            record(names.compactMap { name in fields[name].map { ValidationFailure(name, translated($0)) } })
        }
        return failure
    }

    /// Returns the first message of each field.
    private static func texts(_ failures: [ValidationFailure]) -> [String: String] {
        Dictionary(failures.map { ($0.field, $0.message) }) { first, _ in first }
    }

    static func json(_ failures: [ValidationFailure]) -> JSON {
        var json = JSONObject()
        for failure in failures where json[failure.field] == nil { json[failure.field] = .string(failure.message) }
        return .object(json)
    }
}
