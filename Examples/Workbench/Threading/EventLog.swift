import FoundationEssentials
import Oriel

/// Events in the order of their subtitles, with two concurrent writers.
@SceneActor @Observable final class EventLog {
    let events = ArrayModel<Event>()
    private var writers: [Task<Void, Never>] = []
    private var lastID = 0

    var isRunning: Bool { !writers.isEmpty }

    func play() {
        guard !isRunning else { return }
        writers = [Duration.milliseconds(242), .milliseconds(111)].map { interval in
            Task { while (try? await Task.sleep(for: interval)) != nil { write() } }
        }
    }

    func stop() {
        for writer in writers { writer.cancel() }
        writers = []
    }

    /// Runs one transaction: inserts events, deletes random ones over 25, and changes and moves others.
    private func write() {
        let new = (0..<Int.random(in: 1...13)).map { _ in makeEvent() }
        var left = Array((events.elements + new).shuffled().prefix(25))
        for index in left.indices.prefix(.random(in: 1...7)) {
            left[index].title += "!"
            left[index].subtitle = UUID().uuidString
        }
        events.replaceAll(with: left.sorted { $0.subtitle < $1.subtitle }, identifiedBy: \.id)
    }

    private func makeEvent() -> Event {
        lastID += 1
        return Event(id: lastID, title: "Event \(lastID)", subtitle: UUID().uuidString)
    }
}
