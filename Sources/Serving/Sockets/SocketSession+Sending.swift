import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

extension SocketSession {
    /// Sends an update, or leaves it out for a client that does not read: it gets one step later instead of many.
    func deliver(_ frame: SharedBytes, of audience: SocketAudience, from state: ViewState) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return
        }
        if hasFullQueue {
            watches[index].heldBack = state
        } else {
            room.sockets.send(id, frame)
        }
    }

    func socketDrained(_ id: SocketID) {
        for index in watches.indices {
            guard let held = watches[index].heldBack else { continue }
            watches[index].heldBack = nil
            guard let catchUp = watches[index].audience.view.catchUp(from: held) else { continue }
            if case .current = catchUp { continue }
            say(ServerMessage.catchUp(catchUp, ref: nil, scene: watches[index].number))
        }
        if isHeld { room.sockets.resume(id) }
    }

    /// Tells the client that a scene it watches has ended.
    func end(_ audience: SocketAudience, with frame: SharedBytes) {
        watches.removeAll { $0.audience === audience }
        room.sockets.send(id, frame)
    }

    func say(_ message: [UInt8]) {
        guard connection.phase == .open else { return }
        send(FrameWriter.frame(.text, message))
    }

    func send(_ frame: SharedBytes) {
        room.sockets.send(id, frame)
    }

    func send(_ frame: [UInt8]) {
        room.sockets.send(id, SharedBytes(frame))
    }
}
