// Prints what live lists cost, each figure with its goal: lists of 80 % of the rows of a table, filtered and sorted, of
// 10,000, 100,000 and 1,000,000 rows (or of the numbers that are said); GRDB's ValueObservation of the same list
// beside. Processor time is that of the whole process, less what the same write costs when nobody looks at the list.
import Glibc
import Loop
import Stores
import Tables

let said = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let counts = said.isEmpty ? [10_000, 100_000, 1_000_000] : said
let folder = temporaryFolder()

func temporaryFolder() -> String {
    var template = Array("/tmp/oriel-lists.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("cannot create a folder for the database") }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
}

/// What one changed row costs: the change set, all of the process, and the peer.
struct Costs {
    let ours: Double
    let all: Double
    let theirs: Double
}

@SceneActor func measure(_ count: Int, isLargest: Bool) async throws -> Costs {
    let items = try Items(count: count, in: folder)
    defer { items.remove() }
    let measurements = try await Measurements(items)
    let ours = try await measurements.costOfChanges(300, rows: 1) { Clock.workers }
    let all = try await measurements.costOfChanges(300, rows: 1)
    if isLargest { try await measureMore(measurements) }
    await measurements.close()
    let theirs = try await Peer(items: items).costOfChange(count >= 1_000_000 ? 3 : 10)
    return Costs(ours: ours, all: all, theirs: theirs)
}

@SceneActor func measureMore(_ measurements: Measurements) async throws {
    let many = try await measurements.costOfChanges(3, rows: 1_000)
    show("1,000 rows changed in one transaction, ms of CPU", (many / 1e3).short, goal: "≤ 10")
    show("memory of an ordered list, bytes a row", await measurements.memory().short, goal: "≤ 40")
    for (name, column) in [("with an index on the sort", "b"), ("without an index", "c")] {
        let (window, order) = await measurements.opening(SortTerm(column: column))
        show("first window of a new list, \(name), ms", window.short, goal: "≤ 20")
        show("whole order of a new list, \(name), ms", order.short, goal: "≤ 600")
    }
    show(
        "a commit of others, the whole order compared, ms of CPU",
        try await measurements.costOfCommitOfOthers(7).short, goal: "")
    showTimes("a window of 50 moved anywhere", await measurements.moving(1_000), goal: "≤ 300")
    showTimes("a command to its change told on the loop", try await measurements.commandToTold(1_000), goal: "")
}

func showTimes(_ what: String, _ times: [Double], goal: String) {
    show("\(what), median and 99th percentile, µs", "\(times.median.short) / \(times.ninetyNinth.short)", goal: goal)
}

var costs: [Costs] = []
for count in counts { costs.append(try await measure(count, isLargest: count == counts.last)) }
for (count, cost) in zip(counts, costs) {
    let row = "one of \(count) rows changed, which moves"
    let isLargest = count == counts.last
    show("\(row): capture to change set, µs", cost.ours.short, goal: isLargest ? "≤ 15" : "")
    show("\(row): all of the process, µs of CPU", cost.all.short, goal: "")
    show(
        "\(row): times as fast as GRDB's `ValueObservation`", (cost.theirs / cost.ours).short,
        goal: isLargest ? "≥ 50000" : "")
}
show(
    "growth of that cost from \(counts[0]) to \(counts[counts.count - 1]) rows, times",
    (costs[costs.count - 1].ours / costs[0].ours).short, goal: "≤ 2")
rmdir(folder)
