/// The attempts to find an order, which may time out or be interrupted by commits.
struct OrderSearch {
    /// The commit for which finding the order timed out, and the time limit. It is not tried again without a new commit
    /// or more time.
    private var hopeless: (position: Int64, time: Duration)?
    /// The number of successive scans that a commit interrupted between their steps.
    private var overtakings = 0

    /// The number of interrupted scans after which a scan blocks writers until it is complete.
    private static let mostOvertakings = 3

    /// Whether writers may commit between the steps: not after too many interrupted scans.
    var letsWritersIn: Bool { overtakings < Self.mostOvertakings }

    /// Finds the order of all rows as of a commit.
    mutating func run(
        at position: Int64, within time: Duration, _ find: () throws(ScanError) -> Ordering
    ) throws(ScanError) -> Ordering {
        if let hopeless, hopeless.position == position, hopeless.time >= time { throw .tooSlow }
        do throws(ScanError) {
            let ordering = try find()
            overtakings = 0
            return ordering
        } catch {
            switch error {
            case .tooSlow: hopeless = (position, time)
            case .overtaken, .store: overtakings += 1
            default: break
            }
            throw error
        }
    }
}
