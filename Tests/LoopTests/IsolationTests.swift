import Testing

@testable import Loop

@Suite(.timeLimit(.minutes(5))) struct IsolationTests {
    @Test func onlyTheLoopIsOnTheLoop() async {
        #expect(!EventLoop.shared.isOnLoop)
        #expect(EventLoop.shared.isIsolatingCurrentContext() == false)
        await isolated()
        #expect(!EventLoop.shared.isOnLoop)
    }

    @SceneActor private func isolated() {
        #expect(EventLoop.shared.isOnLoop)
        #expect(EventLoop.shared.isIsolatingCurrentContext() == true)
        EventLoop.shared.checkIsolated()
    }

    @Test func aCallbackOnTheLoopMayActAsTheScene() async {
        let log = await Log()
        await withCheckedContinuation { done in
            EventLoop.shared.post {
                let callback: @Sendable () -> Int = {
                    SceneActor.assumeIsolated {
                        log.lines.append("called back")
                        return log.lines.count
                    }
                }
                #expect(callback() == 1)
                done.resume()
            }
        }
        #expect(await log.lines == ["called back"])
    }

    @Test @SceneActor func anErrorPassesThrough() {
        struct Mistake: Error {}
        #expect(throws: Mistake.self) { try SceneActor.assumeIsolated { throw Mistake() } }
    }

    @Test func stopsTheProgramOffTheLoop() async {
        await #expect(processExitsWith: .failure) {
            SceneActor.assumeIsolated {}
        }
    }

    /// Awaiting something elsewhere leads back to the loop's thread.
    @Test @SceneActor func aTaskComesBackToTheLoop() async {
        let sum = await Task.detached { (0..<1_000).reduce(0, +) }.value
        #expect(sum == 499_500)
        #expect(EventLoop.shared.isOnLoop)
    }
}
