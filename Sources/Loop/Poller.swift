import CLinux
import Glibc

/// Watches descriptors with epoll, level-triggered, and calls their handlers when they are ready.
@SceneActor package final class Poller {
    /// The events that a descriptor is watched for, or is ready for.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Data can be read, or the peer has closed.
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        /// Data can be written.
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The peer has shut down its side: the data it has sent can still be read.
        package static let shut = Readiness(rawValue: EPOLLRDHUP.rawValue)
        /// The descriptor has an error; reported even if not requested.
        package static let failed = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    /// The identity of one registration: unlike a descriptor's number, it is never reused.
    package struct Token: Hashable, Sendable {
        fileprivate let slot: UInt32
        fileprivate let generation: UInt32

        fileprivate var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
    }

    /// Receives the readiness of a descriptor and its tag.
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
    private var refused: [Token] = []  // registrations that the system rejected, until their handlers are called

    nonisolated init() {}

    /// Calls `handler` whenever the descriptor is ready, until it is no longer watched. If the system rejects the
    /// descriptor, `handler` receives ``Readiness/failed`` once, in the next turn.
    @discardableResult
    package func watch(
        _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping @SceneActor (Readiness) -> Void
    ) -> Token {
        watch(descriptor, tag: 0, for: readiness) { readiness, _ in handler(readiness) }
    }

    /// Watches one of many descriptors with a shared handler, which identifies them by a tag. This saves the memory of
    /// a closure for each.
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

    /// Changes the events that a descriptor is watched for.
    package func modify(_ token: Token, to readiness: Readiness) {
        guard let slot = slot(token) else { return }
        control(EPOLL_CTL_MOD, slot.descriptor, readiness, token)
    }

    /// Stops watching. Pending events of the descriptor are dropped. Call it before closing the descriptor.
    package func unwatch(_ token: Token) {
        guard let slot = slot(token) else { return }
        control(EPOLL_CTL_DEL, slot.descriptor, [], token)
        slots[Int(token.slot)].handler = nil
        slots[Int(token.slot)].descriptor = -1
        slots[Int(token.slot)].generation &+= 1
        free.append(token.slot)
    }

    /// Waits until a descriptor is ready or `timeout` milliseconds have passed (-1: no limit), and calls the handlers.
    func poll(timeout: Int32) {
        let failed = refused
        refused = []
        let count = epoll_wait(epoll, &events, Int32(events.count), failed.isEmpty ? timeout : 0)
        for token in failed { notify(token, .failed) }
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let event = events[index]
            let token = Token(
                slot: UInt32(truncatingIfNeeded: event.data.u64), generation: UInt32(event.data.u64 >> 32))
            notify(token, Readiness(rawValue: event.events))
        }
    }

    private func notify(_ token: Token, _ readiness: Readiness) {
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
