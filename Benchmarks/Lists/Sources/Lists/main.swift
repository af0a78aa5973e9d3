// Prints what live lists cost, each figure with its goal: lists of 80 % of the rows of a table, filtered and sorted, of 10,000,
// 100,000 and 1,000,000 rows; GRDB's ValueObservation of the same list beside. Processor time is that of the whole process.
import Glibc
import Loop
import Stores

var template = Array("/tmp/oriel-lists.XXXXXX".utf8CString)
guard let made = mkdtemp(&template) else { fatalError("there is no place for a database") }
let folder = String(cString: made)

@SceneActor func measure(_ count: Int) async throws -> (ours: Double, theirs: Double) {
    let items = try Items(count: count, in: folder)
    let measurements = try await Measurements(items)
    let ours = try await measurements.costOfChanges(300, rows: 1)
    if count == 1_000_000 { try await measureLargest(measurements) }
    await measurements.close()
    let theirs = try await Peer(items: items).costOfChange(count == 1_000_000 ? 3 : 10)
    show("one row of \(count) changed, which moves: capture to change set, µs of CPU", ours.short, goal: "15 of 1,000,000")
    show("the same by GRDB `ValueObservation`, µs; times Oriel's", "\(theirs.short); \((theirs / ours).short)", goal: "50,000 of 1,000,000")
    return (ours, theirs)
}

@SceneActor func measureLargest(_ measurements: Measurements) async throws {
    let many = try await measurements.costOfChanges(3, rows: 1_000)
    show("1,000 rows changed in one transaction, ms of CPU", (many / 1e3).short, goal: "10")
    show("memory of an ordered list, bytes a row", (await measurements.memory()).short, goal: "40")
    for (name, sort) in [("with an index on the sort", "b"), ("without", "c")] {
        let (window, order) = await measurements.opening(.init(column: sort))
        show("a new list, \(name): first window, ms; whole order, ms", "\(window.short); \(order.short)", goal: "20; 600")
    }
    let moves = await measurements.moving(1_000)
    show("a window of 50 moved anywhere, µs: median, 99th percentile", "\(moves.median.short); \(moves.ninetyNinth.short)", goal: "300")
    let told = try await measurements.commandToTold(1_000)
    show("a command to its change told on the loop, µs: median, 99th percentile", "\(told.median.short); \(told.ninetyNinth.short)", goal: "1,000; 5,000 at a socket")
}

print("\n### Live lists: 80 % of a table, filtered and sorted; of 1,000,000 rows where nothing is said\n\n| | | goal |\n|---|---:|---:|")
var costs: [Double] = []
let counts = CommandLine.arguments.count > 1 ? CommandLine.arguments.dropFirst().compactMap { Int($0) } : [10_000, 100_000, 1_000_000]
for count in counts { costs.append(try await measure(count).ours) }
show("growth of the cost of a change from 10,000 to 1,000,000 rows, times", (costs[costs.count - 1] / costs[0]).short, goal: "2")
for name in counts {
    for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/\(name).sqlite\(suffix)") }
}
rmdir(folder)
