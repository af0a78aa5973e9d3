import HTTPServer
import Scenes
import WebSockets
import Wire

// Messages to the client of a socket.

extension SocketSession {
    /// Sends an update. Skips it for a client that does not read, which later gets one patch in place of many.
    func deliver(_ message: SharedMessage, of audience: SocketAudience, from state: ViewState) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return room.service.meters.skipped += 1
        }
        if hasFullQueue {
            watches[index].heldBack = HeldState(state, in: room.service.memory)
            room.service.meters.skipped += 1
        } else {
            send(message)
        }
    }

    func hold(_ audience: SocketAudience, from state: ViewState) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return
        }
        hold(at: index, from: state)
    }

    /// Skips the updates of a watch from `state` on, until the sessions are current.
    func hold(at index: Int, from state: ViewState) {
        watches[index].heldBack = HeldState(state, in: room.service.memory)
        room.service.whenVerified { [weak self] in
            guard let self, !hasFullQueue else { return }
            for index in watches.indices { catchUp(at: index) }
        }
    }

    private func catchUp(at index: Int) {
        guard let held = watches[index].heldBack else { return }
        watches[index].heldBack = nil
        guard let catchUp = held.catchUp(to: watches[index].audience.view) else { return }
        if case .current = catchUp { return }
        room.service.meters.steps += 1
        say(catchUp, ref: nil, scene: watches[index].number)
    }

    func socketDrained(_ id: SocketID) {
        if room.service.isVerified {
            for index in watches.indices { catchUp(at: index) }
        } else if watches.contains(where: { $0.heldBack != nil }) {
            room.service.whenVerified { [weak self] in self.map { $0.socketDrained($0.id) } }
        }
        if isHeld { room.sockets.resume(id) }
    }

    /// Sends the last message of a watched scene that has ended.
    func end(_ audience: SocketAudience, with message: SharedMessage) {
        watches.removeAll { $0.audience === audience }
        send(message)
    }

    func say(_ message: [UInt8]) {
        guard connection.phase == .open else { return }
        send(SharedMessage(message, room.service.compressor))
    }

    func send(_ message: SharedMessage) {
        room.sockets.send(id, message.frame(within: windowBits))
    }

    func send(_ frame: [UInt8]) {
        room.sockets.send(id, SharedBytes(frame))
    }
}
