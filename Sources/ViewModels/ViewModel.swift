import DataSources
import JSON
import Loop
import Observables

/// A screen without a screen: what a viewer of one scene sees and may do, bound to models.
///
/// It is cold until somebody looks: ``activate()`` takes it to `loading`, the list's first answer to `loaded`. Whoever
/// changes a property tells the observers once per change; the scene above gathers the changes of a turn.
///
///     final class Clock: ViewModel { … outputs["time"] = "12:00" … }
@SceneActor open class ViewModel {
    /// The kind of scene, as in `artist-form`.
    public let screen: String
    /// Where it is in its life.
    public private(set) var phase = Phase.initialized
    /// What stands above the scene.
    public var title: String { didSet { if title != oldValue { changed() } } }
    /// What the viewer has chosen, such as the text searched for.
    public var inputs: JSONObject = [:] { didSet { changed() } }
    /// What the scene shows beside its list.
    public var outputs: JSONObject = [:] { didSet { changed() } }
    /// Further members of the document, such as `links`.
    public var members: JSONObject = [:] { didSet { changed() } }
    /// What may be done.
    public var commands: [Command] = [] { didSet { changed() } }
    /// Why what is shown is not current, if it is not.
    public var problem: ListProblem? { didSet { if problem != oldValue { changed() } } }
    /// The end of the scene: its subject is gone for good, for this reason. Viewers are told, and nothing follows.
    public private(set) var endCode: String?

    /// The list that the scene shows, if it shows one. It may come late, such as when the sections depend on a row.
    public var list: (any DataSource<Cell>)? { didSet { if list !== oldValue { changed() } } }

    private let observers = Observers<ViewModelEvent>()

    /// A view model of this kind of screen.
    public init(screen: String, title: String, list: (any DataSource<Cell>)? = nil) {
        self.screen = screen
        self.title = title
        self.list = list
    }

    /// Whether no change of a model is known that the outputs do not show yet; asking looks for one.
    open var isCurrent: Bool { list?.isCurrent ?? true }

    /// When the look at the models began whose answer the outputs show; `nil` before the first, or without models.
    open var readAt: ContinuousClock.Instant? { list?.readAt }

    /// Called when the first viewer comes: bind to the models here. Call ``didLoad()`` when they have answered.
    open func load() {}

    /// Called when the last viewer has been gone for a while: let go of the models here.
    open func unload() {}

    /// Runs a command. The models change; what is shown follows from them.
    open func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }

    /// Goes from cold to loading.
    public final func activate() {
        guard phase == .initialized || phase == .unloading else { return }
        become(.setUp)
        become(.loading)
        load()
    }

    /// Goes back to cold.
    public final func deactivate() {
        guard phase != .initialized, phase != .unloading else { return }
        become(.unloading)
        unload()
    }

    /// The models have answered; late answers, after the last viewer has gone, are ignored.
    public final func didLoad() {
        guard phase == .loading else { return }
        become(.loaded)
    }

    /// A look at a model that is not a list has ended, and the outputs show what was found.
    public final func didRefresh() {
        observers.tell(.refreshed)
    }

    /// Ends the scene with a code for the viewers, such as `deleted`.
    public final func end(_ code: String) {
        guard endCode == nil else { return }
        endCode = code
        changed()
    }

    /// Calls `body` after each change of anything but the list's rows, until the observation is let go.
    package func observe(_ body: @escaping @SceneActor (ViewModelEvent) -> Void) -> Observation {
        observers.add(body)
    }

    private func become(_ next: Phase) {
        precondition(phase.mayBecome(next), "a view model cannot go from \(phase) to \(next)")
        phase = next
        changed()
    }

    private func changed() {
        observers.tell(.changed)
    }
}

/// What a view model tells the scene above it.
package enum ViewModelEvent: Sendable {
    /// Something that is shown may be different.
    case changed
    /// A look at the models has ended; see ``ViewModel/didRefresh()``.
    case refreshed
}
