import Glibc
import Testing

@testable import Loop

@Suite(.timeLimit(.minutes(5))) struct SuspensionTests {
    @Test @SceneActor func resumesOnTheLoopWithAValueFromAnotherThread() async {
        let value = await EventLoop.suspension { continuation in
            Task.detached { continuation.resume(returning: 7) }
        }
        #expect(value == 7)
        #expect(EventLoop.shared.isOnLoop)
    }

    @Test @SceneActor func continuesWhenResumedImmediately() async {
        for number in 0..<100 {
            #expect(await EventLoop.suspension { $0.resume(returning: number) } == number)
        }
    }

    @Test @SceneActor func nonisolatedAsyncCodeRunsOffTheLoop() async {
        await EventLoop.suspension { continuation in EventLoop.shared.post { continuation.resume() } }
        #expect(await isOnLoop() == false)
        #expect(EventLoop.shared.isOnLoop)
    }

    @concurrent private func isOnLoop() async -> Bool { EventLoop.shared.isOnLoop }
}
