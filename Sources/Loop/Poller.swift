import CLinux
import Glibc

/// Descriptors and who is to be told when they are ready: epoll, level-triggered.
@SceneActor package final class Poller {
    /// What a descriptor is watched for, and what it is ready for.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Something can be read, or the peer has ended.
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        /// Something can be written.
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The peer has shut its side: what it has sent can still be read.
        package static let shut = Readiness(rawValue: EPOLLRDHUP.rawValue)
        /// The descriptor is broken; told whether asked for or not.
        package static let failed = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    /// Names one registration: a descriptor's number may be used again, this is not.
    package struct Token: Hashable, Sendable {
        fileprivate let slot: UInt32
        fileprivate let generation: UInt32

        fileprivate var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
    }

    /// Told what a descriptor is ready for, and the tag that it was given.
    package typealias Handler = @SceneActor (Readiness, UInt32) -> Void

    private struct Slot {
        var descriptor: Int32 = -1
        var generation: UInt32 = 0
        var tag: UInt32 = 0
        var handler: Handler?
    }

    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var slots: [Slot] = []
    private var free: [UInt32] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private var refused: [Token] = []  // what the system does not watch, until its handler knows

    nonisolated init() {}

    /// Calls `handler` whenever the descriptor is ready, until it is no longer watched. One that the system refuses to
    /// watch is told as failed, once, in the next turn.
    @discardableResult
    package func watch(
        _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping @SceneActor (Readiness) -> Void
    ) -> Token {
        watch(descriptor, tag: 0, for: readiness) { readiness, _ in handler(readiness) }
    }

    /// The same for many descriptors with one handler, which knows them by a tag: none costs memory for a handler of its own.
    package func watch(
        _ descriptor: Int32, tag: UInt32, for readiness: Readiness, _ handler: @escaping Handler
    ) -> Token {
        let slot = free.popLast() ?? UInt32(slots.count)
        if slot == slots.count { slots.append(Slot()) }
        slots[Int(slot)].descriptor = descriptor
        slots[Int(slot)].tag = tag
        slots[Int(slot)].handler = handler
        let token = Token(slot: slot, generation: slots[Int(slot)].generation)
        if !control(EPOLL_CTL_ADD, descriptor, readiness, token) { refused.append(token) }
        return token
    }

    /// Changes what a descriptor is watched for.
    package func modify(_ token: Token, to readiness: Readiness) {
        guard let slot = slot(token) else { return }
        control(EPOLL_CTL_MOD, slot.descriptor, readiness, token)
    }

    /// Stops watching; events of the descriptor that are already known do not reach anybody. Call it before closing.
    package func unwatch(_ token: Token) {
        guard let slot = slot(token) else { return }
        control(EPOLL_CTL_DEL, slot.descriptor, [], token)
        slots[Int(token.slot)].handler = nil
        slots[Int(token.slot)].descriptor = -1
        slots[Int(token.slot)].generation &+= 1
        free.append(token.slot)
    }

    /// Waits until a descriptor is ready or `timeout` milliseconds have passed (-1: for ever), and tells the handlers.
    func poll(timeout: Int32) {
        let failed = refused
        refused = []
        let count = epoll_wait(epoll, &events, Int32(events.count), failed.isEmpty ? timeout : 0)
        for token in failed { tell(token, .failed) }
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let event = events[index]
            let token = Token(
                slot: UInt32(truncatingIfNeeded: event.data.u64), generation: UInt32(event.data.u64 >> 32))
            tell(token, Readiness(rawValue: event.events))
        }
    }

    private func tell(_ token: Token, _ readiness: Readiness) {
        guard let slot = slot(token) else { return }
        slot.handler?(readiness, slot.tag)
    }

    private func slot(_ token: Token) -> Slot? {
        let slot = slots[Int(token.slot)]
        return slot.generation == token.generation && slot.descriptor >= 0 ? slot : nil
    }

    @discardableResult
    private func control(_ operation: Int32, _ descriptor: Int32, _ readiness: Readiness, _ token: Token) -> Bool {
        var event = epoll_event()
        event.events = readiness.rawValue
        event.data.u64 = token.packed
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }
}
