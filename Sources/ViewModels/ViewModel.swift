import DataSources
import JSON
import Loop
import Observables

/// A screen without a screen: what a viewer of one scene sees and may do, bound to models.
///
/// It is cold until somebody looks; then it is set up, loads, and is kept current until nobody has looked for a while.
/// Whoever changes a property tells the scene above, which sends what changed in a turn as one patch.
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
    /// The kind of scene, as in `artist-form`.
    public let screen: String
    /// Where it is in its life, not followed: see ``phase``.
    final var currentPhase = Phase.initialized {
        didSet {
            life.noteChange()
            didChange()
        }
    }
    /// When it last finished loading, not followed: see ``loadDate``.
    final var lastLoad: ContinuousClock.Instant? { didSet { life.noteChange() } }
    final let life = Signal()
    /// What stands above the scene.
    public final var title: String { didSet { if title != oldValue { didChange() } } }
    /// Further members of the document, such as `links`.
    public final var documentMembers: JSONObject = [:] { didSet { didChange() } }
    /// What may be done, each under a name of its own.
    public final var commands: [Command] = [] {
        didSet {
            if !commands.lazy.map(\.name).elementsEqual(oldValue.lazy.map(\.name)) {
                precondition(Set(commands.map(\.name)).count == commands.count, "two commands have one name")
            }
            for index in commands.indices { commands[index].show(commandRuns[commands[index].name]) }
            didChange()
        }
    }
    /// Why what is shown is not current, if it is not.
    public final var problem: ListProblem? { didSet { if problem != oldValue { didChange() } } }
    /// The end of the scene: its subject is gone for good, for this reason. Viewers are told, and nothing follows.
    public private(set) final var endCode: String?
    /// The list that the scene shows, if it shows one. It may come late, such as when the sections depend on a row.
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

    /// When the list's sections have an index beside it, and their index titles above them: what ``Section/indexTitle`` is
    /// for. Stands in the document as `index`.
    public final var listIndex = ListIndex() { didSet { if listIndex != oldValue { didChange() } } }

    /// The view models within this one, which share its life; see ``addChild(_:)``.
    public internal(set) final var children: [ViewModel] = []
    /// The view models that are shown in named parts of this one; see ``embed(_:in:)``.
    public internal(set) final var slots: [String: ViewModel] = [:]
    /// The names of the parts, in the order in which something was first shown there.
    package internal(set) final var slotNames: [String] = []
    /// The view model that this one is within.
    @exclusivity(unchecked) public internal(set) final weak var parent: ViewModel?

    /// How the visitor of a personal scene looks at it, handed on from the screen before.
    public final var controllerModel = ControllerModel() { didSet { isEditing = controllerModel.isEditing } }
    /// Whether the visitor edits, as the command `edit` says: the list follows, as does what reads it in
    /// ``Presenter/updateOutputs()``, of cells too. Stands in the document as `editing`.
    @Bound public final var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            if controllerModel.isEditing != isEditing { controllerModel.isEditing = isEditing }
            list?.setEditing(isEditing)
            documentMembers["editing"] = isEditing ? true : nil
        }
    }
    /// The inputs that a visitor had when this scene was last theirs.
    package final var restoredInputs: JSONObject = [:] { didSet { handStates() } }
    private final var firstInputs: JSONObject?  // what they were when it was set up
    final var slotStates: JSONObject = [:]  // the same of slots where nothing was embedded since

    final var loading: Task<Void, Never>?
    final var answerObservation: Subscription?  // of the list, as long as it is all that is waited for
    package internal(set) final var isLoadAwaited = false
    final var loadNumber = 0  // of the last load that was begun
    final var commandRuns: [String: CommandRuns] = [:]
    let dialogs = DialogQueue()
    final let liveModels = LiveModels()
    final let scenes = Observers<SceneEvent>()
    final let observers = Observers<ViewModelEvent>()
    @exclusivity(unchecked) private var isTold = true

    /// A view model of this kind of screen; without one its type's name is taken, `CarViewModel` becoming `car`.
    public init(screen: String? = nil, title: String = "", list: (any DataSource<Cell>)? = nil) {
        self.screen = screen ?? Self.screenName
        self.title = title
        self.list = list
        super.init()
        dialogs.onChange = { [weak self] in self?.didChange() }
    }

    /// Whether no change of a model is known that the outputs do not show yet; asking looks for one.
    open var isCurrent: Bool {
        (list?.isCurrent ?? true) && liveModels.isCurrent && (slots.isEmpty || slots.values.allSatisfy(\.isCurrent))
    }

    /// When the look at the models began whose answer the outputs show; `nil` before the first, or without models.
    open var readAt: ContinuousClock.Instant? {
        var looks = liveModels.looks(beside: list)
        for child in slots.values {
            let look = child.readAt
            // What is current and was never read has no models.
            if look != nil || !child.isCurrent { looks.append(look) }
        }
        return looks.contains(nil) ? nil : looks.compactMap(\.self).min()
    }

    /// Whether the models have answered: with ``load()`` having returned, the view model is loaded.
    open var isAnswered: Bool { list?.isLoaded ?? true }

    /// Whether there is something to show: once it is set up, in every phase, but that a list has to have answered.
    public final var isReady: Bool { currentPhase != .initialized && isAnswered }

    /// Called once, before the outputs are worked out for the first time: give inputs their first values here.
    open func setUp() {}

    /// Called when somebody looks: load here what is shown. It is cancelled when nobody waits for it any more, and what it
    /// does after that is not taken for loading.
    ///
    /// - Throws: What went wrong is shown as the scene's `problem`; the outputs stay as they are.
    open func load() async throws {}

    /// Called when nobody looks any more: let go here of what was loaded. A scene that nobody has watched for `linger` ends,
    /// and its view model is let go of after this; a child that is taken out may be shown again, its inputs as they were.
    open func unload() {}

    /// Runs a command: by default that of ``commands`` which has a body, or an edit of a row of ``list``. The models change;
    /// what is shown follows from them.
    open func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        try await runDeclared(invocation)
    }

    /// Whether the viewer would lose something by leaving now.
    open var hasUnsavedWork: Bool { false }

    /// Called when a row of the list has something to say that is no command of the list, such as a tap on a part of it.
    ///
    /// - Returns: Whether anything came of it; otherwise the client is told that there is no such event.
    open func receive(_ event: RowEvent) async throws(CommandFailure) -> Bool { false }

    /// What is kept in the visitor's session when nobody shows a personal scene: its inputs that are not secret, and not what
    /// they were after ``setUp()``. What is embedded is kept beside it.
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
        if !scenes.isEmpty { scenes.tell(.changed) }
        parent?.childDidChange(self)
        guard isTold, !observers.isEmpty else { return }
        isTold = false
        EventLoop.shared.flushAtEndOfTurn(self)
    }

    /// Everything that was loaded is there; those who look are told next.
    func modelsDidLoad() {
        tracking?.readNow()
    }

    /// Takes over what the visitor had typed; what no input accepts any more is left.
    func restore(_ state: JSONObject) {
        for (name, field) in inputFields { if let value = state[name] { field.take(value) } }
    }

    override func beginUpdates() {
        if firstInputs == nil { firstInputs = keptInputs }
        let state = restoredInputs
        restoredInputs = [:]
        if !state.isEmpty { restore(state) }
        super.beginUpdates()
    }

    final func tell(_ event: ViewModelEvent) {
        observers.tell(event)
    }

    /// Tells those who observe what has changed.
    package final func flush() {
        isTold = true
        let names = takeChanges()
        if !names.isEmpty { observers.tell(.didUpdate(names)) }
    }
}
