import Changes
import Loop
import Observables

/// A list for each key of a list of keys, in the order of the keys: as rows of one section, or with sections of its own.
///
///     let list = GroupedDataSource(by: teams, as: .rows) { id in players.ofTeam(id) }
///     let sections = GroupedDataSource(by: teams, as: .sections) { id, team in players.ofTeam(id, under: team.name) }
///
/// The keys are the rows of `keys`. A list is made when its key comes, and dropped when it goes. Whatever
/// happens in a turn of the loop, to the keys and in the lists, is told as one change set at its end; until then the list
/// is as it was. O(rows) for a turn with changes.
@SceneActor public final class GroupedDataSource<Key, Item>: WrappingDataSource {
    private let keys: any DataSource<Key>
    private let makeChild: (String, () -> Key?) -> (any DataSource<Item>)?
    private let stack: StackedDataSource<Item>
    private let coalesced: CoalescedDataSource<Item>
    private var children: [RowName: ListChild<Item>] = [:]
    private var observation: Subscription?
    private var isDisplayed = false
    /// Whether a list is made when the value of its key has been read.
    private var awaitsValues = false

    /// The lists of these keys; `child` makes the list of a key out of the key's identity, and is asked once for as long as
    /// the key is there.
    ///
    /// As rows they stand under the section of `keys`.
    public convenience init(
        by keys: any DataSource<Key>, as stacking: Stacking, child: @escaping (String) -> any DataSource<Item>
    ) {
        self.init(by: keys, as: stacking, making: { id, _ in child(id) })
    }

    /// The lists of these keys; `child` makes the list of a key out of the key's identity and its item, and is asked once
    /// for as long as the key is there, when the item has been read.
    public convenience init(
        by keys: any DataSource<Key>, as stacking: Stacking, child: @escaping (String, Key) -> any DataSource<Item>
    ) {
        self.init(by: keys, as: stacking, making: { id, item in item().map { child(id, $0) } })
    }

    private init(
        by keys: any DataSource<Key>, as stacking: Stacking,
        making makeChild: @escaping (String, () -> Key?) -> (any DataSource<Item>)?
    ) {
        self.keys = keys
        self.makeChild = makeChild
        stack = StackedDataSource(stacking, header: firstSection(of: keys))
        coalesced = CoalescedDataSource(stack)
        observation = keys.observe { [weak self] in self?.hear($0) }
        arrange()
    }

    /// The list as it is told.
    public var base: any DataSource<Item> { coalesced }
    /// Whether no change of a key or in a list is known to be on its way.
    public var isCurrent: Bool { keys.isCurrent && coalesced.isCurrent }
    /// When the oldest look of keys and lists began.
    public var readAt: ContinuousClock.Instant? {
        guard let keys = keys.readAt, let lists = coalesced.readAt else { return nil }
        return min(keys, lists)
    }

    /// Says which rows somebody looks at; while it is any, the keys are looked at, all of them.
    public func display(_ ranges: [Range<Int>]) {
        isDisplayed = !ranges.isEmpty
        displayKeys()
        coalesced.display(ranges)
    }

    /// Has keys and lists follow. The same again does nothing.
    public func setEditing(_ isEditing: Bool) {
        guard isEditing != stack.isEditing else { return }
        keys.setEditing(isEditing)
        coalesced.setEditing(isEditing)
    }

    private func hear(_ event: ListEvent) {
        switch event {
        case .changed, .loaded: arrange()
        case .refreshed: stack.observers.tell(.refreshed)
        case .failed(let problem): stack.ownProblem = problem
        }
    }

    private func arrange() {
        guard keys.isLoaded else { return }
        let old = children
        children = [:]
        awaitsValues = false
        let ordered = (0..<keys.totalRowCount).compactMap { position -> ListChild<Item>? in
            let path = keys.path(at: position)
            let key = keys.id(at: path)
            guard children[RowName(key)] == nil else { return nil }  // of keys with one identity the first counts
            let child = old[RowName(key)] ?? makeChild(key) { keys.item(at: path) }.map { ListChild(key, $0) }
            children[RowName(key)] = child
            if child == nil { awaitsValues = true }
            return child
        }
        if stack.isLoaded || !awaitsValues { stack.setChildren(ordered) }
        displayKeys()
    }

    private func displayKeys() {
        keys.display(isDisplayed || awaitsValues ? [0..<max(1, keys.totalRowCount)] : [])
    }
}
