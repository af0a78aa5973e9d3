import Changes
import DataSources
import JSON
import Loop
import Observables

/// The content of one list row and its edits: a presenter of the row's model, kept current while a client shows the
/// row.
///
///     final class TrackCell: CellViewModel {
///         let track: Track
///         @Output var plays = 0
///
///         init(_ track: Track) {
///             self.track = track
///             super.init(template: "track")
///             rights = [.delete]
///         }
///
///         override func updateOutputs() { (title, plays) = (track.name, track.plays) }
///         override func delete() async throws { try await track.delete() }
///     }
///
/// Further outputs are members of `fields` in the cell.
@SceneActor open class CellViewModel: Presenter, EditableRow {
    /// The name of the template that draws the row.
    public final let template: String
    /// The main text.
    @Output public final var title = ""
    /// The smaller text.
    @Output public final var subtitle: String? = nil
    /// The address of the image.
    @Output public final var image: String? = nil
    /// The route that the row links to.
    @Output public final var href: String? = nil
    /// The permitted edits; none by default.
    public final var rights: RowRights = [] { didSet { if rights != oldValue { didChange() } } }
    /// Further actions of the row.
    public final var actions: [RowAction] = [] { didSet { didChange() } }

    private let observers = Observers<Void>()
    private var viewerCount = 0

    /// Creates a cell with its template and its content until ``Presenter/updateOutputs()`` changes it. A row with
    /// constant content needs no class of its own.
    ///
    ///     list.map { CellViewModel(title: $0.name, href: "/songs/\($0.id)") }
    public init(
        template: String = "cell", title: String = "", subtitle: String? = nil, image: String? = nil,
        href: String? = nil
    ) {
        self.template = template
        super.init()
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.href = href
    }

    /// Returns outputs that depend on the row's position in a list, such as its number. They replace outputs of the
    /// same name. Called for each list that shows the row.
    open func outputs(at path: IndexPath) -> JSONObject { [:] }

    /// Deletes the row's model. Called when ``rights`` permit it.
    open func delete() async throws { throw EditRefusal.notAllowed(.delete) }

    /// Inserts a new model. Called when ``rights`` permit it.
    open func insert() async throws { throw EditRefusal.notAllowed(.insert) }

    /// Moves the row's model to a path in the list that created the row. Called when ``rights`` permit it.
    open func move(to path: IndexPath) async throws { throw EditRefusal.notAllowed(.move) }

    /// Handles a tap on the row. Called when ``rights`` permit it. A row that only links elsewhere has an ``href``.
    open func select() async throws { throw EditRefusal.notAllowed(.select) }

    /// Applies an edit to the model; see ``delete()``, ``insert()``, ``move(to:)`` and ``select()``.
    public final func perform(_ edit: RowEdit) async throws {
        switch edit {
        case .delete: try await delete()
        case .insert: try await insert()
        case .move(let to): try await move(to: to)
        case .select: try await select()
        }
    }

    /// Called when a list shows the row: keeps the outputs current until each such list has called ``disappear()``.
    final func appear() {
        viewerCount += 1
        if viewerCount == 1 { beginUpdates() }
    }

    /// The cell view model with current rights and actions, even when no client shows the row.
    final var updated: CellViewModel {
        if tracking == nil { updateOutputs() }
        return self
    }

    /// Called when a list no longer shows the row.
    final func disappear() {
        viewerCount -= 1
        if viewerCount == 0 { endUpdates() }
    }

    final func observe(_ body: @escaping @SceneActor () -> Void) -> Subscription {
        observers.add { body() }
    }

    override func didChange() {
        observers.notify(())
    }

    /// Returns the cell that viewers see at this path of a list, with the edits that the list permits there.
    final func cell(at path: IndexPath, with rights: RowRights) -> Cell {
        var fields = outputs
        for (name, value) in outputs(at: path) { fields[name] = value }
        let shown = fields
        for name in ["title", "subtitle", "image", "href"] { fields[name] = nil }
        return Cell(
            template: template, title: shown["title"]?.stringValue ?? "", subtitle: shown["subtitle"]?.stringValue,
            image: shown["image"]?.stringValue, href: shown["href"]?.stringValue, can: rights.names,
            actions: actions.map(\.json), fields: fields)
    }
}
