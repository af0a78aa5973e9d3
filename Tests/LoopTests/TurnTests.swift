import Dispatch
import Testing

@testable import Loop

@Suite(.timeLimit(.minutes(5))) struct TurnTests {
    @Test @SceneActor func flushesComeBeforeSends() async {
        let log = Log()
        await withCheckedContinuation { done in
            EventLoop.shared.post {
                EventLoop.shared.atEndOfTurn(.send) {
                    log.lines.append("first send")
                    EventLoop.shared.post { done.resume() }
                }
                EventLoop.shared.atEndOfTurn(.flush) { log.lines.append("first flush") }
                EventLoop.shared.atEndOfTurn(.send) { log.lines.append("second send") }
                EventLoop.shared.atEndOfTurn(.flush) { log.lines.append("second flush") }
                log.lines.append("work")
            }
        }
        #expect(log.lines == ["work", "first flush", "second flush", "first send", "second send"])
    }

    @Test @SceneActor func aFlushThatSchedulesAFlushRunsItInTheSameTurn() async {
        let log = Log()
        await withCheckedContinuation { done in
            EventLoop.shared.post {
                EventLoop.shared.atEndOfTurn(.send) {
                    log.lines.append("send")
                    EventLoop.shared.post { done.resume() }
                }
                EventLoop.shared.atEndOfTurn(.flush) {
                    log.lines.append("flush")
                    EventLoop.shared.post { log.lines.append("next turn") }
                    EventLoop.shared.atEndOfTurn(.flush) {
                        log.lines.append("flush of the flush")
                        EventLoop.shared.atEndOfTurn(.flush) { log.lines.append("and of that") }
                    }
                }
            }
        }
        #expect(log.lines == ["flush", "flush of the flush", "and of that", "send", "next turn"])
    }

    @Test @SceneActor func workScheduledWhileSendingRunsInTheNextTurn() async {
        let log = Log()
        await withCheckedContinuation { done in
            EventLoop.shared.atEndOfTurn(.send) {
                EventLoop.shared.atEndOfTurn(.send) {
                    log.lines.append("second send")
                    done.resume()
                }
                EventLoop.shared.atEndOfTurn(.flush) { log.lines.append("flush") }
                log.lines.append("first send")
            }
        }
        #expect(log.lines == ["first send", "flush", "second send"])
    }

    @Test func postsOfEachThreadKeepTheirOrder() async {
        let threads = 8
        let count = 2_000
        let log = await Log()
        await withCheckedContinuation { done in
            for thread in 0..<threads {
                DispatchQueue(label: "thread \(thread)").async {
                    for number in 0..<count {
                        EventLoop.shared.post {
                            log.lines.append("\(thread) \(number)")
                            if log.lines.count == threads * count { done.resume() }
                        }
                    }
                }
            }
        }
        let lines = await log.lines
        for thread in 0..<threads {
            #expect(lines.filter { $0.hasPrefix("\(thread) ") } == (0..<count).map { "\(thread) \($0)" })
        }
    }

    @Test @SceneActor func aPostFromTheLoopItselfWaitsForTheNextTurn() async {
        let log = Log()
        await withCheckedContinuation { done in
            EventLoop.shared.post {
                EventLoop.shared.post {
                    log.lines.append("posted")
                    done.resume()
                }
                EventLoop.shared.atEndOfTurn(.send) { log.lines.append("end of the turn") }
            }
        }
        #expect(log.lines == ["end of the turn", "posted"])
    }
}
