import TestSupport
import Testing

@testable import Scenes

@Suite(.timeLimit(.minutes(5))) struct RecencyQueueTests {
    /// A queue behaves like an array of names.
    @Test(arguments: 0..<20) func aUsedNameMovesToTheEnd(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = RecencyQueue()
        var names: [String] = []
        for _ in 0..<2_000 {
            let name = "\(Int.random(in: 0..<40, using: &generator))"
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                queue.remove(name)
                names.removeAll { $0 == name }
            case 1: #expect(queue.removeOldest() == (names.isEmpty ? nil : names.removeFirst()), "seed \(seed)")
            default:
                queue.use(name)
                names.removeAll { $0 == name }
                names.append(name)
            }
            #expect(queue.oldest == names.first, "seed \(seed)")
            #expect(queue.count == names.count, "seed \(seed)")
        }
        #expect(queue.names == names, "seed \(seed)")
    }
}
