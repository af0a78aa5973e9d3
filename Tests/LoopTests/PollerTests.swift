import Glibc
import Testing

@testable import Loop

@SceneActor @Suite(.timeLimit(.minutes(5))) struct PollerTests {
    private let poller = EventLoop.shared.poller

    @Test func reportsReadableAndWritableDescriptors() async throws {
        let pair = try SocketPair()
        defer { pair.end() }
        #expect(await readiness(of: pair.near, for: [.readable, .writable]) == .writable)
        pair.write("x")
        #expect(await readiness(of: pair.near, for: .readable) == .readable)
        #expect(await readiness(of: pair.near, for: [.readable, .writable]) == [.readable, .writable])
    }

    @Test func reportsAsLongAsBytesAreUnread() async throws {
        let pair = try SocketPair()
        defer { pair.end() }
        let log = Log()
        pair.write("abc")
        await withCheckedContinuation { done in
            let token = poller.watch(pair.near, for: .readable) { _ in
                log.lines.append(pair.read(1))
                guard log.lines.count == 3 else { return }
                log.stop()
                done.resume()
            }
            log.stop = { [poller] in poller.unwatch(token) }
        }
        #expect(log.lines == ["a", "b", "c"])
    }

    @Test func theEndOfThePeerCanBeRead() async throws {
        let pair = try SocketPair()
        defer { pair.end() }
        shutdown(pair.far, Int32(SHUT_WR))
        #expect(await readiness(of: pair.near, for: .readable) == .readable)
        #expect(pair.read(1) == "")
    }

    @Test func reportsABrokenDescriptorAlways() async throws {
        let pair = try SocketPair()
        defer { pair.end() }
        shutdown(pair.far, Int32(SHUT_RDWR))
        #expect(!(await readiness(of: pair.near, for: [])).isDisjoint(with: .failed))
    }

    @Test func modifyingChangesTheReportedEvents() async throws {
        let pair = try SocketPair()
        defer { pair.end() }
        let log = Log()
        await withCheckedContinuation { done in
            let token = poller.watch(pair.near, for: .readable) { readiness in
                log.lines.append(readiness == .writable ? "writable" : "another")
                done.resume()
                log.stop()
            }
            log.stop = { [poller] in poller.unwatch(token) }
            poller.modify(token, to: .writable)
        }
        #expect(log.lines == ["writable"])
    }

    /// Two descriptors are ready in one turn. After the first is reported, the other is no longer reported.
    @Test func anUnwatchedDescriptorIsNotReported() async throws {
        let pairs = [try SocketPair(), try SocketPair()]
        defer { for pair in pairs { pair.end() } }
        let log = Log()
        await withCheckedContinuation { done in
            let tokens = pairs.map { pair in
                poller.watch(pair.near, for: .readable) { _ in
                    log.lines.append("told")
                    log.stop()
                    EventLoop.shared.post { done.resume() }
                }
            }
            log.stop = { [poller] in for token in tokens { poller.unwatch(token) } }
            for pair in pairs { pair.write("x") }
        }
        #expect(log.lines == ["told"])
    }

    @Test func anOldTokenDoesNotReachANewWatcher() async throws {
        let pair = try SocketPair()
        defer { pair.end() }
        let old = poller.watch(pair.near, for: .readable) { _ in }
        poller.unwatch(old)
        let log = Log()
        await withCheckedContinuation { done in
            let token = poller.watch(pair.near, for: .readable) { _ in
                log.lines.append("told")
                log.stop()
                done.resume()
            }
            log.stop = { [poller] in poller.unwatch(token) }
            #expect(token != old)
            poller.unwatch(old)
            poller.modify(old, to: [])
            pair.write("x")
        }
        #expect(log.lines == ["told"])
    }

    /// The events of a descriptor at the next poll.
    private func readiness(of descriptor: Int32, for wanted: Poller.Readiness) async -> Poller.Readiness {
        let log = Log()
        return await withCheckedContinuation { done in
            let token = poller.watch(descriptor, for: wanted) { readiness in
                log.stop()
                done.resume(returning: readiness)
            }
            log.stop = { [poller] in poller.unwatch(token) }
        }
    }
}

/// Two sockets that are connected with each other.
struct SocketPair: Sendable {
    let near: Int32
    let far: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        (near, far) = (ends[0], ends[1])
    }

    /// Writes at the far end.
    func write(_ text: String) {
        _ = Glibc.write(far, text, text.utf8.count)
    }

    /// Reads at the near end.
    func read(_ count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = Glibc.read(near, &bytes, count)
        return String(decoding: bytes.prefix(max(0, received)), as: UTF8.self)
    }

    func end() {
        close(near)
        close(far)
    }
}
