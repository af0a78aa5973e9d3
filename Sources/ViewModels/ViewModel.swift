import DataSources
import JSON
import Loop
import Observables

/// The view model of one screen: what its viewers see and may do, bound to models.
///
/// It is inactive until a client shows it. Then it is set up, loads, and stays current until no client has shown it for
/// a while. Its scene is notified of each changed property, and sends the changes of one turn as one patch.
///
///     final class CarViewModel: ViewModel {
///         @Output var status = "Parked"
///
///         override func load() async throws {
///             try await Task.sleep(for: .seconds(2))
///             status = "Ready"
///         }
///     }
@SceneActor open class ViewModel: Presenter, Flushing {
    /// The kind of screen, as in `artist-form`.
    public let screen: String
    /// The phase, read without tracking; see ``phase``.
    final var currentPhase = Phase.initialized {
        didSet {
            life.recordChange()
            didChange()
        }
    }
    /// The time of the last finished load, read without tracking; see ``loadDate``.
    final var lastLoad: ContinuousClock.Instant? { didSet { life.recordChange() } }
    final let life = Signal()
    /// The title of the screen.
    public final var title: String { didSet { if title != oldValue { didChange() } } }
    /// Further members of the document, such as `links`.
    public final var documentMembers: JSONObject = [:] { didSet { didChange() } }
    /// The commands that viewers may run, each with a unique name.
    public final var commands: [Command] = [] {
        didSet {
            if !commands.lazy.map(\.name).elementsEqual(oldValue.lazy.map(\.name)) { checkCommands() }
            for index in commands.indices { commands[index].show(commandRuns[commands[index].name]) }
            didChange()
        }
    }
    /// Why the content shown is stale, or `nil`.
    public final var problem: ListProblem? { didSet { if problem != oldValue { didChange() } } }
    /// A problem that documents state although the content is current, or `nil`.
    package final var notice: Notice? {
        didSet {
            noticeObservation = notice?.observe { [weak self] in self?.didChange() }
            didChange()
        }
    }
    private final var noticeObservation: Subscription?
    /// The reason why the scene has ended, such as `deleted`. Viewers receive it, and no update follows.
    public private(set) final var endCode: String?
    /// The mistake in the app's code with which the scene has ended; `nil` without one.
    package final var mistake: String?
    /// The fields of the log for what ran when the mistake was made.
    package final var mistakeFields: [String: String] = [:]
    /// The language of the scene that the view model was made for.
    package final let languageOfScreen = Language.current
    /// The path of the scene, for the log; `nil` without a scene.
    package final var scenePath: String?
    /// Whether this is the view model of a scene that visitors share.
    package final var isSharedScreen = false
    /// The list that the scene shows, or `nil`. It may be set late, for example when the sections depend on a row.
    public final var list: (any DataSource<Cell>)? {
        didSet {
            guard list !== oldValue else { return }
            if isEditing {
                oldValue?.setEditing(false)
                list?.setEditing(true)
            }
            awaitAnswer()
            didChange()
        }
    }

    /// When the list shows a section index at its side, and index titles above the sections; see
    /// ``Section/indexTitle``. It is the member `index` of the document.
    public final var listIndex = ListIndex() { didSet { if listIndex != oldValue { didChange() } } }

    /// The child view models, which share this one's life cycle; see ``addChild(_:)``.
    public internal(set) final var children: [ViewModel] = []
    /// The view models embedded in named slots of this one; see ``embed(_:in:)``.
    public internal(set) final var slots: [String: ViewModel] = [:]
    /// The names of the slots, in the order in which they were first filled.
    package internal(set) final var slotNames: [String] = []
    /// The parent view model.
    @exclusivity(unchecked) public internal(set) final weak var parent: ViewModel?

    /// The state of a personal scene's user that passes from screen to screen. An open scene receives the model of the
    /// last screen that led to it.
    public final var controllerModel: ControllerModel {
        get {
            life.recordRead(byOwnerToo: true)
            return handedModel
        }
        set {
            guard newValue !== handedModel else { return }
            handedModel = newValue
            isEditing = newValue.isEditing
            life.recordChange()
        }
    }
    private final var handedModel = ControllerModel()
    /// Whether the user edits, as set by the command `edit`. A change reaches the list and every
    /// ``Presenter/updateOutputs()`` that reads this property, those of cells too. It is the member `editing` of the
    /// document.
    @Bound public final var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            if handedModel.isEditing != isEditing { handedModel.isEditing = isEditing }
            list?.setEditing(isEditing)
            documentMembers["editing"] = isEditing ? true : nil
        }
    }
    /// The inputs from the user's session, to be restored into this scene.
    package final var restoredInputs: JSONObject = [:] { didSet { handStates() } }
    /// Where the inputs that live in the address are; `nil` without a route of its own.
    package final var queryPlace: QueryPlace? { didSet { readQuery() } }
    final var queryDefaults = JSONObject()  // of the inputs that live in the address, by name
    private final var firstInputs: JSONObject?  // the inputs after `setUp()`
    final var listTracking: Tracking?  // of the property that the list depends on
    final var slotStates: JSONObject = [:]  // restored inputs of slots that have no view model yet

    final var loading: Task<Void, Never>?
    final var answerObservation: Subscription?  // of the list, while the load waits for nothing else
    package internal(set) final var isLoadAwaited = false
    final var loadNumber = 0  // of the latest load
    final var commandRuns: [String: CommandActivity] = [:]
    let dialogs = DialogQueue()
    final let liveModels = LiveModels()
    final let scenes = Observers<SceneEvent>()
    final let observers = Observers<ViewModelEvent>()
    @exclusivity(unchecked) private var isNotified = true

    /// Creates a view model. Without a `screen`, its type's name is used: `CarViewModel` becomes `car`.
    public init(screen: String? = nil, title: String = "", list: (any DataSource<Cell>)? = nil) {
        self.screen = screen ?? Self.screenName
        self.title = title
        self.list = list
        super.init()
        dialogs.onChange = { [weak self] in self?.didChange() }
    }

    /// Returns whether the outputs show every known change of the models. Looks for changes.
    open func checkIsCurrent() -> Bool {
        (list?.checkIsCurrent() ?? true) && liveModels.checkIsCurrent()
            && (slots.isEmpty || slots.values.allSatisfy { $0.checkIsCurrent() })
    }

    /// When the read of the models that the outputs show began; `nil` before the first read, or without models.
    open var readAt: ContinuousClock.Instant? {
        var looks = liveModels.looks(beside: list)
        for child in slots.values {
            let look = child.readAt
            // A child that is current but was never read has no models.
            if look != nil || !child.checkIsCurrent() { looks.append(look) }
        }
        return looks.contains(nil) ? nil : looks.compactMap(\.self).min()
    }

    /// Whether the models have answered. The view model is loaded once ``load()`` has returned too.
    open var isAnswered: Bool { list?.isLoaded ?? true }

    /// Whether there is content to show: in every phase after setup, once the list has answered.
    public final var isReady: Bool { currentPhase != .initialized && isAnswered }

    /// Called once, before the outputs are computed for the first time. Override it to give inputs their first values.
    open func setUp() {}

    /// Called when a client shows the scene. Override it to load the content. The task is cancelled when no client
    /// waits for it any more; its later result is ignored.
    ///
    /// - Throws: Any error. It becomes the scene's `problem`, and the outputs stay as they are.
    open func load() async throws {}

    /// Called when no client shows the scene any more. Override it to release what was loaded. A scene that no client
    /// has shown for `linger` ends and then releases its view model. A removed child may be shown again with its inputs
    /// unchanged.
    open func unload() {}

    /// Runs a command. By default that is a command in ``commands`` with a body, or an edit of a row of ``list``. It
    /// changes models; the outputs follow from them.
    open func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        try await runDeclared(invocation)
    }

    /// Whether the user would lose work by leaving now.
    open var hasUnsavedWork: Bool { false }

    /// Called when a row of the list sends an event, such as a tap on a part of the row, that is no command of the
    /// list.
    ///
    /// - Returns: Whether the event was handled. Otherwise the client receives the error that the event is unknown.
    open func receive(_ event: RowEvent) async throws(CommandFailure) -> Bool { false }

    /// The state that the user's session keeps while no client shows a personal scene: the inputs that are not secret
    /// and differ from their values after ``setUp()``. The states of embedded view models are kept beside it.
    open var sessionState: JSONObject {
        JSONObject(keptInputs.filter { firstInputs?[$0.name] != $0.value }.map { ($0.name, $0.value) })
    }

    /// Ends the scene with a code for the viewers, such as `deleted`.
    public final func end(_ code: String) {
        guard endCode == nil else { return }
        endCode = code
        didChange()
    }

    override func didChange() {
        if !scenes.isEmpty { scenes.notify(.changed) }
        parent?.childDidChange(self)
        guard isNotified, !observers.isEmpty else { return }
        isNotified = false
        EventLoop.shared.flushAtEndOfTurn(self)
    }

    /// Called once everything is loaded, before the observers are notified.
    func modelsDidLoad() {
        tracking?.readNow()
    }

    /// Restores what the user had typed. Values that their input no longer accepts are dropped.
    func restore(_ state: JSONObject) {
        for (name, field) in inputFields { if let value = state[name] { field.take(value) } }
    }

    override func computeOutputs() { Misuse.attribute(to: self) { updateOutputs() } }

    override func beginUpdates() {
        if firstInputs == nil { firstInputs = keptInputs }
        let state = restoredInputs
        restoredInputs = [:]
        if !state.isEmpty { restore(state) }
        super.beginUpdates()
    }

    final func notify(_ event: ViewModelEvent) {
        observers.notify(event)
    }

    /// Sends the changes of this turn to the observers.
    package final func flush() {
        isNotified = true
        let names = takeChanges()
        if !names.isEmpty { observers.notify(.didUpdate(names)) }
    }
}
