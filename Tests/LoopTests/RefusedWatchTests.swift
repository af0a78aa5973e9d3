import Glibc
import Loop
import Testing

/// Descriptors that cannot be watched.
@Suite(.timeLimit(.minutes(5))) struct RefusedWatchTests {
    @Test func aDescriptorThatCannotBeWatchedFails() async {
        let descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let readiness = await Self.firstReadiness(of: descriptor)
        #expect(readiness == .failed)
    }

    @SceneActor private static func firstReadiness(of descriptor: Int32) async -> Poller.Readiness {
        var token: Poller.Token?
        let readiness = await withCheckedContinuation { continuation in
            token = EventLoop.shared.poller.watch(descriptor, for: .readable) { continuation.resume(returning: $0) }
        }
        if let token { EventLoop.shared.poller.unwatch(token) }
        return readiness
    }
}
