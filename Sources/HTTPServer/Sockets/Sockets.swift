import Glibc
import Loop

/// Sockets that were taken over from HTTP, each with its unsent data. Data queued in one turn is sent at the end of the
/// turn, with one system call for each socket.
@SceneActor package final class Sockets {
    @exclusivity(unchecked) var slots: [SocketSlot] = []
    /// The bytes sent and received since the beginning.
    @exclusivity(unchecked) package internal(set) var traffic = (sent: 0, received: 0)
    private var free: [UInt32] = []
    @exclusivity(unchecked) private var unsent: [UInt32] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    /// The handler of all watches, which receives the slot number of a socket. A reused slot gets a new watch.
    private lazy var receive: Poller.Handler = { [weak self] readiness, number in
        guard let self else { return }
        ready(SocketID(slot: number, generation: slots[Int(number)].generation), readiness)
    }

    /// The number of sockets.
    package var count: Int { slots.count - free.count }

    /// The handlers of all sockets. O(sockets).
    package var handlers: [any SocketHandler] { slots.compactMap(\.handler) }

    /// The time for which a peer may take to end a connection that we have ended.
    private static let linger = Duration.seconds(3)

    let memory: ByteAccount

    /// Makes an empty set of sockets. Unsent data counts in `memory`, which has no limits by default.
    package init(memory: ByteAccount = ByteAccount()) {
        self.memory = memory
    }

    isolated deinit {
        for index in slots.indices where slots[index].descriptor >= 0 {
            if let token = slots[index].token { EventLoop.shared.poller.unwatch(token) }
            Glibc.close(slots[index].descriptor)
            giveBack(index)
        }
        buffer.deallocate()
    }

    /// Takes over a socket and holds `handler` until the socket is closed. Bytes that came with the request are passed
    /// to the handler in this turn. Unsent bytes count for the address of `share`.
    package func adopt(
        _ socket: TakenSocket, handler: any SocketHandler, for share: ByteShare? = nil
    ) -> SocketID {
        let number = free.popLast() ?? UInt32(slots.count)
        if number == slots.count { slots.append(SocketSlot()) }
        let id = SocketID(slot: number, generation: slots[Int(number)].generation)
        let descriptor = socket.take()
        slots[Int(number)].descriptor = descriptor
        slots[Int(number)].handler = handler
        slots[Int(number)].share = share
        slots[Int(number)].token = EventLoop.shared.poller.watch(descriptor, tag: number, for: .readable, receive)
        let leftover = socket.leftover
        if !leftover.isEmpty {
            leave(leftover[...], of: id)
            EventLoop.shared.atEndOfTurn(.flush) { [weak self] in self?.goOn(id) }
        }
        return id
    }

    /// Sends bytes at the end of this turn. Does nothing if the socket is closed or closing.
    package func send(_ id: SocketID, _ bytes: SharedBytes) {
        guard let index = index(id), !slots[index].isClosing else { return }
        slots[index].queue.append(bytes, in: memory)
        if slots[index].isBlocked { count(index) }
        markUnsent(index)
    }

    /// Sends bytes at once if nothing waits to be sent. For broadcasts: most of the sockets are sent nothing else in
    /// this turn. Bytes that the system does not take wait as after ``send(_:_:)``.
    ///
    /// - Returns: Whether nothing waited and the socket is open.
    package func sendIfIdle(_ id: SocketID, _ bytes: SharedBytes) -> Bool {
        guard let index = index(id), slots[index].isIdle else { return false }
        let socket = RawSocket(descriptor: slots[index].descriptor)
        let sent = max(0, socket.sendSome(bytes.bytes, limit: SendQueue.turnLimit))
        traffic.sent += sent
        guard sent < bytes.count else { return true }
        slots[index].queue.begin(bytes, sent: sent, in: memory)
        markUnsent(index)
        return true
    }

    /// Returns the number of bytes of a socket that the peer's system has acknowledged. Megabytes may wait in our
    /// system for a slow peer, so the bytes that our system has taken do not tell whether the peer reads.
    package func acknowledgedBytes(_ id: SocketID) -> UInt64 {
        index(id).map { RawSocket(descriptor: slots[$0].descriptor).acknowledgedCount } ?? 0
    }

    /// Whether a memory limit is reached, in total or for the address of a socket.
    package func isCrowded(_ id: SocketID) -> Bool {
        memory.isFull(for: index(id).flatMap { slots[$0].share })
    }

    /// Returns the number of bytes that wait to be sent.
    package func queuedBytes(_ id: SocketID) -> Int {
        guard let index = index(id), slots[index].queue.count > 0 else { return 0 }
        slots[index].isWaitedFor = true
        return slots[index].queue.count
    }

    /// Resumes a socket whose handler left bytes. In a later turn these bytes are passed again, and then others are
    /// read.
    package func resume(_ id: SocketID) {
        guard let index = index(id), !slots[index].isResumed else { return }
        slots[index].isResumed = true
        EventLoop.shared.post { [weak self] in self?.goOn(id) }
    }

    /// Closes a socket. With `afterFlush`, closes it when everything has been sent and the peer has ended too, or after
    /// a time limit.
    package func close(_ id: SocketID, afterFlush: Bool) {
        guard let index = index(id) else { return }
        guard afterFlush else { return end(id) }
        guard !slots[index].isClosing else { return }
        slots[index].isClosing = true
        leave([], of: id)
        markUnsent(index)
        EventLoop.shared.after(Self.linger) { [weak self] in self?.end(id) }
    }

    /// Drops what waits to be sent, and closes a socket after some last bytes. A socket whose peer does not read, or
    /// that has sent a part of a frame, is closed at once.
    package func cut(_ id: SocketID, saying last: SharedBytes) {
        guard let index = index(id) else { return }
        guard !slots[index].isBlocked, !slots[index].queue.isBegun, !slots[index].isClosing else { return end(id) }
        slots[index].queue.removeAll(in: memory)
        send(id, last)
        close(id, afterFlush: true)
    }

    func index(_ id: SocketID) -> Int? {
        guard id.slot < slots.count, slots[Int(id.slot)].generation == id.generation,
            slots[Int(id.slot)].descriptor >= 0
        else { return nil }
        return Int(id.slot)
    }

    private func markUnsent(_ index: Int) {
        guard !slots[index].isUnsent, !slots[index].isBlocked else { return }
        slots[index].isUnsent = true
        if unsent.isEmpty { EventLoop.shared.atEndOfTurn(.send) { [weak self] in self?.sendAll() } }
        unsent.append(UInt32(index))
    }

    private func sendAll() {
        let numbers = unsent
        unsent = []
        for number in numbers {
            slots[Int(number)].isUnsent = false
            guard slots[Int(number)].descriptor >= 0 else { continue }
            flush(SocketID(slot: number, generation: slots[Int(number)].generation))
        }
    }

    func flush(_ id: SocketID) {
        let index = Int(id.slot)
        let wasBlocked = slots[index].isBlocked
        let waiting = slots[index].queue.count
        let outcome = slots[index].queue.send(to: slots[index].descriptor, in: memory)
        traffic.sent += waiting - slots[index].queue.count
        switch outcome {
        case .failed: return end(id)
        case .wouldBlock: slots[index].isBlocked = true
        case .done: slots[index].isBlocked = false
        }
        count(index)
        if wasBlocked != slots[index].isBlocked { watch(index) }
        guard !slots[index].isBlocked else { return }
        if slots[index].isClosing, !slots[index].isShut {
            slots[index].isShut = true
            shutdown(slots[index].descriptor, Int32(SHUT_WR))
        }
        guard wasBlocked || slots[index].isWaitedFor else { return }
        slots[index].isWaitedFor = false
        slots[index].handler?.socketDrained(id)
    }

    /// Counts the unsent and remaining bytes of a socket for its address.
    func count(_ index: Int) {
        guard let share = slots[index].share else { return }
        let waiting = (slots[index].isBlocked ? slots[index].queue.count : 0) + slots[index].left.count
        share.bytes += waiting - slots[index].counted
        slots[index].counted = waiting
    }

    /// Releases the memory counts of a socket.
    private func giveBack(_ index: Int) {
        slots[index].share?.bytes -= slots[index].counted
        slots[index].queue.removeAll(in: memory)
        memory.change(.messages, by: -slots[index].left.count)
    }

    /// Updates the events that the poller reports. A broken socket is always reported.
    func watch(_ index: Int) {
        guard let token = slots[index].token else { return }
        var readiness: Poller.Readiness = slots[index].left.isEmpty ? .readable : []
        if slots[index].isBlocked { readiness.insert(.writable) }
        EventLoop.shared.poller.modify(token, to: readiness)
    }

    func end(_ id: SocketID) {
        guard let index = index(id) else { return }
        if let token = slots[index].token { EventLoop.shared.poller.unwatch(token) }
        Glibc.close(slots[index].descriptor)
        let handler = slots[index].handler
        let isUnsent = slots[index].isUnsent
        giveBack(index)
        slots[index] = SocketSlot(generation: id.generation &+ 1)
        slots[index].isUnsent = isUnsent
        free.append(id.slot)
        handler?.socketClosed(id)
    }
}
