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
/// field; `submit`, ``submitCommand`` if it is not `save`. A form that shows no model makes something new: after a save it is
/// empty again (``clearsAfterSave``). Commands: `save` (`{"force": true}` overwrites), `revert`, `validate`.
@SceneActor open class FormViewModel: ViewModel {
    /// What is wrong, in the order of the fields: of those that were changed, and of all after ``validate()``.
    public private(set) final var failures: [ValidationFailure] = []

    final var draft = Draft()
    private(set) final var filling: Tracking?
    private var assessing: Tracking?
    final var showsAllFailures = false
    private var foundFailures: [ValidationFailure] = []  // by the latest ``check()``
    private var checkedInputs = JSONObject()  // what it was asked of
    final var isSaving = false
    private var firstInputs: JSONObject?  // before anything was filled or typed
    private var isLoaded = false  // whether the inputs have been filled from what was loaded

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

    /// What ``save()`` writes to. Forms that share any of it save one after the other, so that of two people who change the
    /// same field one is told; who waits for longer than 10 s is told that it is busy.
    ///
    /// By default the objects that are ``Bound`` and the live models that the form follows; a form that has neither waits
    /// for all others of its type. Override it where the model is held otherwise, with anything that tells models apart, or
    /// with nothing where nobody else saves the same, as where somebody new is registered:
    ///
    ///     override var savedModels: Set<AnyHashable> { [ObjectIdentifier(recipe)] }
    open var savedModels: Set<AnyHashable> {
        let models = knownModels
        return models.isEmpty ? [ObjectIdentifier(Self.self)] : models
    }

    /// Whether the form is as new after a save: the inputs are what they were after ``setUp()``, and ``fill()`` sets them. By
    /// default so is a form that shows no model (nothing is ``Bound`` or followed), since each save of it makes something new.
    open var clearsAfterSave: Bool { knownModels.isEmpty }

    /// The command that Enter in a field stands for.
    open var submitCommand: String { "save" }

    /// Where to go when the form was saved, if anywhere.
    open var afterSave: Navigation? { nil }

    /// The inputs that differ from what the model holds, in their order.
    public final var dirtyFields: [String] { draft.dirtyFields }

    /// By input, what the model holds where it changed after the person had.
    public final var conflicts: JSONObject { draft.conflicts }

    /// The first thing that is wrong, if anything is.
    public final var firstFailure: ValidationFailure? { failures.first }

    /// Whether something was typed and not saved.
    override public final var hasUnsavedWork: Bool { !dirtyFields.isEmpty }

    /// Checks every field, and shows all that is wrong with any.
    @discardableResult public final func validate() async -> [ValidationFailure] {
        showsAllFailures = true
        repeat {
            checkedInputs = inputs
            foundFailures = ruleFailures.isEmpty ? await check() : []
        } while inputs != checkedInputs
        assess()
        return failures
    }

    /// Gives up what was typed: the inputs are what the model holds.
    public final func revert() {
        showsAllFailures = false
        draft.forgetOrigins()
        take(draft.base)
        assess()
    }

    /// What was typed and not saved, and what the model held then; nothing of secret inputs.
    override public final var sessionState: JSONObject {
        let values = keptInputs
        let typed = JSONObject(dirtyFields.compactMap { name in values[name].map { (name, $0) } })
        let origins = JSONObject(typed.compactMap { (name, _) in draft.origins[name].map { (name, $0) } })
        return typed.isEmpty ? [:] : ["typed": .object(typed), "from": .object(origins)]
    }

    override func restore(_ state: JSONObject) {
        take(state["typed"]?.objectValue ?? [:])
        draft.restore(origins: state["from"]?.objectValue ?? [:])
    }

    override final var takesFaultyInputs: Bool { true }

    override func beginUpdates() {
        if firstInputs == nil { firstInputs = inputs }
        if filling == nil { filling = Tracking { [weak self] in self?.refill() } }
        super.beginUpdates()
        guard assessing == nil else { return }
        assessing = Tracking { [weak self] in
            for (_, field) in self?.inputFields ?? [] { field.noteRead(byOwnerToo: true) }
        } then: { [weak self] in
            self?.assess()
        }
    }

    override func endUpdates() {
        super.endUpdates()
        filling?.cancel()
        filling = nil
        assessing?.cancel()
        assessing = nil
        isLoaded = false
    }

    override func modelsDidLoad() {
        filling?.readNow()
        super.modelsDidLoad()
        isLoaded = true
        assess()
    }

    override func inputsDidChange() {
        assess()
    }
}

extension FormViewModel {
    /// Takes over from the model what the person has not changed.
    private func refill() {
        noteDraft()
        let mine = inputs
        if !draft.isBlank { take(draft.base) }  // what `fill` does not set, nobody has changed
        fill()
        take(draft.rebase(on: inputs, keeping: mine))
        assess()
    }

    /// Begins anew, as a form that nobody has typed in, but for what was typed since it was saved.
    func clear(keeping typed: JSONObject) {
        draft = Draft()
        take(firstInputs ?? [:])
        filling?.readNow()
        take(typed)
    }

    func take(_ values: JSONObject) {
        for (name, field) in inputFields { if let value = values[name] { field.take(value) } }
    }

    private func noteDraft() {
        if !draft.isBlank { draft.note(inputs, of: inputFields.map(\.name), isLoaded: isLoaded) }
    }

    /// Shows what a model found wrong with the inputs, until they are others.
    func note(_ failures: [ValidationFailure]) {
        (checkedInputs, foundFailures) = (inputs, failures)
        assess()
    }

    /// Works out what differs and what is wrong.
    func assess() {
        noteDraft()
        if inputs != checkedInputs { foundFailures = [] }
        failures = (ruleFailures + foundFailures).filter { showsAllFailures || dirtyFields.contains($0.field) }
        var form: JSONObject = [
            "dirty": .array(dirtyFields.map(JSON.string)), "errors": Self.json(failures),
            "conflicts": .object(conflicts),
        ]
        if submitCommand != "save" { form["submit"] = .string(submitCommand) }
        documentMembers["form"] = .object(form)
    }

    private var ruleFailures: [ValidationFailure] {
        inputFields.compactMap { name, field in field.fault.map { ValidationFailure(name, $0) } }
    }
}
