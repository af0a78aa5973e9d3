import JSON
import Loop
import Observables

/// A screen in which one person edits: inputs with rules, filled from a model and saved together.
///
///     final class ArtistForm: FormViewModel {
///         @Bound var artist: Artist?
///         @Input(.required) var name = ""
///
///         override func fill() { name = artist?.name ?? "" }
///         override func save() async throws { artist?.name = name }
///     }
///
/// What somebody else changes in the model meanwhile is taken over where nothing was typed; where something was, it is
/// shown beside it (`conflicts`), and saving is refused unless it is forced. The document has a member `form`: `dirty`,
/// the names of the inputs that differ from the model; `errors`, a sentence per field; `conflicts`, the model's value per
/// field. Commands: `save` (`{"force": true}` overwrites), `revert`, `validate`.
@SceneActor open class FormViewModel: ViewModel {
    /// The inputs that differ from what the model holds, in their order.
    public private(set) final var dirtyFields: [String] = []
    /// What is wrong, in the order of the fields: of those that were changed, and of all after ``validate()``.
    public private(set) final var failures: [ValidationFailure] = []
    /// By input, what the model holds where it changed after the person had.
    public private(set) final var conflicts: JSONObject = [:]

    private var filling: Tracking?
    private var assessing: Tracking?
    private var base = JSONObject()  // the inputs as the model last had them
    private var showsAllFailures = false
    private var foundFailures: [ValidationFailure] = []  // by the latest ``check()``
    private var isSaving = false

    /// A form; see ``ViewModel/init(screen:title:list:)``.
    public init(screen: String? = nil, title: String = "") {
        super.init(screen: screen, title: title)
        commands = [
            Command("save", title: "Save", arguments: ["force": .argument("boolean")]) { [unowned self] call in
                try await runSave(isForced: call["force"] ?? false)
                call.navigation = afterSave
            },
            Command("revert", title: "Revert") { [unowned self] _ in revert() },
            Command("validate", title: "Check") { [unowned self] call in
                let failures = await validate()
                call.result = ["errors": Self.json(failures)]
            },
        ]
    }

    /// Sets the inputs from the model. It is followed: whatever it reads makes it run again when it changes.
    open func fill() {}

    /// Looks for faults that take longer to find than by the inputs' rules, such as a name that is taken. Asked when every
    /// rule is fulfilled, before the form is saved and on request.
    open func check() async -> [ValidationFailure] { [] }

    /// Writes the inputs to the model, all or nothing.
    ///
    /// - Throws: What the person is told; the form stays as it is.
    open func save() async throws {}

    /// Where to go when the form was saved, if anywhere.
    open var afterSave: Navigation? { nil }

    /// The first thing that is wrong, if anything is.
    public final var firstFailure: ValidationFailure? { failures.first }

    override public final var hasUnsavedWork: Bool { !dirtyFields.isEmpty }

    /// Checks every field, and shows all that is wrong with any.
    @discardableResult public final func validate() async -> [ValidationFailure] {
        showsAllFailures = true
        foundFailures = []
        if ruleFailures.isEmpty { foundFailures = await check() }
        assess()
        return failures
    }

    /// Gives up what was typed: the inputs are what the model holds.
    public final func revert() {
        showsAllFailures = false
        foundFailures = []
        conflicts = [:]
        for (name, field) in inputFields { if let value = base[name] { field.take(value) } }
        assess()
    }

    /// What was typed and not saved.
    override public final var sessionState: JSONObject {
        let values = inputs
        return JSONObject(dirtyFields.compactMap { name in values[name].map { (name, $0) } })
    }

    override func beginUpdates() {
        super.beginUpdates()
        guard filling == nil else { return }
        filling = Tracking { [unowned self] in refill() }
        assessing = Tracking { [unowned self] in
            for (_, field) in inputFields { field.noteRead(byOwnerToo: true) }
        } then: { [unowned self] in
            assess()
        }
    }

    override func endUpdates() {
        super.endUpdates()
        filling?.cancel()
        filling = nil
        assessing?.cancel()
        assessing = nil
    }

    override func inputsDidChange() {
        foundFailures = []
        assess()
    }

    /// Takes over from the model what the person has not changed.
    private func refill() {
        let isFirst = base.isEmpty
        let mine = isFirst ? nil : inputs
        fill()
        let theirs = inputs
        for (name, field) in inputFields {
            guard let mine = mine?[name], let value = theirs[name], mine != base[name] else { continue }
            field.take(mine)
            if value != base[name] { conflicts[name] = mine == value ? nil : value }
        }
        base = theirs
        assess()
    }

    /// Works out what differs and what is wrong.
    private func assess() {
        let values = inputs
        dirtyFields = inputFields.map(\.name).filter { values[$0] != base[$0] }
        failures = (ruleFailures + foundFailures).filter { showsAllFailures || dirtyFields.contains($0.field) }
        for (name, _) in conflicts where !dirtyFields.contains(name) { conflicts[name] = nil }
        members["form"] = [
            "dirty": .array(dirtyFields.map(JSON.string)), "errors": Self.json(failures),
            "conflicts": .object(conflicts),
        ]
    }

    private var ruleFailures: [ValidationFailure] {
        inputFields.compactMap { name, field in field.fault.map { ValidationFailure(name, $0) } }
    }

    private func runSave(isForced: Bool) async throws {
        guard !isSaving else { throw CommandFailure.unavailable(code: "busy", message: "The form is being saved.") }
        isSaving = true
        defer { isSaving = false }
        if let first = await validate().first {
            let fields = failures.map { ($0.field, $0.message) }
            throw CommandFailure.invalid(message: "\(first)", fields: Dictionary(fields) { first, _ in first })
        }
        guard conflicts.isEmpty || isForced else {
            let fields = conflicts.map { ($0.name, "was changed by somebody else") }
            throw CommandFailure.conflict(
                message: "Somebody else has changed what you edit.", fields: Dictionary(fields) { first, _ in first })
        }
        try await save()
        base = inputs
        conflicts = [:]
        showsAllFailures = false
        assess()
    }

    private static func json(_ failures: [ValidationFailure]) -> JSON {
        var json = JSONObject()
        for failure in failures where json[failure.field] == nil { json[failure.field] = .string(failure.message) }
        return .object(json)
    }
}
