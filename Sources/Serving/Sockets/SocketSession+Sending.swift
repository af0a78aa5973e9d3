import HTTPServer
import Scenes
import WebSockets
import Wire

// Messages to the client of a socket.

extension SocketSession {
    /// Sends an update. Skips it for a client that does not read, which later gets one patch in place of many.
    func deliver(_ message: SharedMessage, of audience: SocketAudience, from state: ViewState) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return room.context.meters.skipped += 1
        }
        if hasFullQueue {
            watches[index].heldBack = HeldState(state, in: room.context.memory)
            room.context.meters.skipped += 1
        } else {
            send(message)
        }
    }

    func socketDrained(_ id: SocketID) {
        for index in watches.indices {
            guard let held = watches[index].heldBack else { continue }
            watches[index].heldBack = nil
            guard let catchUp = held.catchUp(to: watches[index].audience.view) else { continue }
            if case .current = catchUp { continue }
            room.context.meters.steps += 1
            say(catchUp, ref: nil, scene: watches[index].number)
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
        send(SharedMessage(message, room.context.compressor))
    }

    func send(_ message: SharedMessage) {
        room.sockets.send(id, message.frame(within: windowBits))
    }

    func send(_ frame: [UInt8]) {
        room.sockets.send(id, SharedBytes(frame))
    }
}
