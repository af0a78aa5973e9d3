import JSON
import Loop
import Observables

/// A screen in which one user edits: inputs with rules, filled from a model and saved together.
///
///     final class ArtistForm: FormViewModel {
///         @Bound var artist: Artist?
///         @Input(.required) var name = ""
///
///         override func fill() { name = artist?.name ?? "" }
///         override func save() async throws { artist?.name = name }
///     }
///
/// Unchanged inputs follow changes of the model by other users. For a changed input, both values are shown
/// (`conflicts`), and a save is refused unless it is forced.
///
/// The document has a member `form`:
///
/// - `dirty`: the names of the inputs that differ from the model.
/// - `errors`: one message per field.
/// - `conflicts`: the model's value per field.
/// - `submit`: ``submitCommand`` if it is not `save`.
///
/// A form that shows no model creates something new: it is empty again after a save (``clearsAfterSave``). Its commands
/// are `save` (`{"force": true}` overwrites), `revert` and `validate`.
@SceneActor open class FormViewModel: ViewModel {
    /// The faults, in the order of the fields: those of changed fields, or of all fields after ``validate()``.
    public private(set) final var failures: [ValidationFailure] = []

    final var draft = Draft()
    private(set) final var filling: Tracking?
    private var assessing: Tracking?
    final var showsAllFailures = false
    private var foundFailures: [ValidationFailure] = []  // by the latest ``check()``
    private var checkedInputs = JSONObject()  // the inputs that it checked
    final var isSaving = false
    private var firstInputs: JSONObject?  // before `fill()` and before the user typed
    private var isLoaded = false  // whether the inputs have been filled from the loaded model

    /// Creates a form; see ``ViewModel/init(screen:title:list:)``.
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

    /// Sets the inputs from the model. It is tracked: it runs again when something changes that it read.
    open func fill() {}

    /// Returns faults that need more than the inputs' rules, such as a name that is in use. Called when all rules are
    /// satisfied, before the form is saved and on request.
    open func check() async -> [ValidationFailure] { [] }

    /// Writes the inputs to the model, all or none.
    ///
    /// - Throws: The error that the user sees; the form stays as it is.
    open func save() async throws {}

    /// The models that ``save()`` writes to. Forms that share one of them save one after the other. If two users change
    /// the same field, the second one gets a conflict. A save that waits longer than 10 s fails as busy.
    ///
    /// By default these are the ``Bound`` objects and the live models that the form follows. A form with neither waits
    /// for all others of its type. Override it where the model is held otherwise. Return an empty set if no other form
    /// saves the same data, for example to register a new user. Otherwise return values that identify the models:
    ///
    ///     override var savedModels: Set<AnyHashable> { [ObjectIdentifier(recipe)] }
    open var savedModels: Set<AnyHashable> {
        let models = knownModels
        return models.isEmpty ? [ObjectIdentifier(Self.self)] : models
    }

    /// Whether a save resets the form: the inputs get their values after ``ViewModel/setUp()``, and ``fill()`` sets
    /// them. By default `true` for a form that shows no model (nothing is ``Bound`` or followed), because each save of
    /// it creates something new.
    open var clearsAfterSave: Bool { knownModels.isEmpty }

    /// The command that Enter in a field runs.
    open var submitCommand: String { "save" }

    /// The screen to go to after a save, or `nil`.
    open var afterSave: Navigation? { nil }

    /// The inputs that differ from the model, in their order.
    public final var dirtyFields: [String] { draft.dirtyFields }

    /// By input, the model's value where it changed after the user's edit began.
    public final var conflicts: JSONObject { draft.conflicts }

    /// The first fault, or `nil`.
    public final var firstFailure: ValidationFailure? { failures.first }

    /// Whether there are unsaved changes.
    override public final var hasUnsavedWork: Bool { !dirtyFields.isEmpty }

    /// Checks every field and shows all faults.
    @discardableResult public final func validate() async -> [ValidationFailure] {
        showsAllFailures = true
        repeat {
            checkedInputs = inputs
            foundFailures = ruleFailures.isEmpty ? await check() : []
        } while inputs != checkedInputs
        assess()
        return failures
    }

    /// Discards the changes: the inputs get the model's values.
    public final func revert() {
        showsAllFailures = false
        draft.forgetOrigins()
        take(draft.base)
        assess()
    }

    /// The unsaved changes and the model's values when they began, without secret inputs.
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
            for (_, field) in self?.inputFields ?? [] { field.recordRead(byOwnerToo: true) }
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
    /// Fills the inputs that the user has not changed from the model.
    private func refill() {
        recordDraft()
        let mine = inputs
        if !draft.isBlank { take(draft.base) }  // inputs that `fill` does not set count as unchanged
        fill()
        take(draft.rebase(on: inputs, keeping: mine))
        assess()
    }

    /// Resets the form, except for values typed since the save began.
    func clear(keeping typed: JSONObject) {
        draft = Draft()
        take(firstInputs ?? [:])
        filling?.readNow()
        take(typed)
    }

    func take(_ values: JSONObject) {
        for (name, field) in inputFields { if let value = values[name] { field.take(value) } }
    }

    private func recordDraft() {
        if !draft.isBlank { draft.record(inputs, of: inputFields.map(\.name), isLoaded: isLoaded) }
    }

    /// Shows the faults that a model found in the inputs, until the inputs change.
    func record(_ failures: [ValidationFailure]) {
        (checkedInputs, foundFailures) = (inputs, failures)
        assess()
    }

    /// Computes the changed fields and the faults.
    func assess() {
        recordDraft()
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
        inputFields.compactMap { name, field in
            field.fault.map { ValidationFailure(name, translated($0), title: title(of: name, field)) }
        }
    }
}
