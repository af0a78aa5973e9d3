import Clients
import JSON

/// A viewer that uses a WebSocket.
final class SocketViewer: Viewer {
    private var reading = SocketReading()

    override func begin() {
        reading = SocketReading()
        send(SocketReading.request(host: plan.address.host))
        var message: JSONObject = ["type": "open", "ref": 1, "route": .string(plan.route)]
        message["since"] = replica.digest.map(JSON.string)
        send(SocketReading.frame(JSON.object(message).bytes))
    }

    override func handle(_ bytes: UnsafeMutableRawBufferPointer) throws(ReplicaFault) {
        try reading.take(bytes) { event throws(ReplicaFault) in
            switch event {
            case .opened: break
            case .refused(let status): refuse(status)
            case .message(let message): try take(message)
            case .send(let frame): send(frame)
            case .closed(let code?, let reason): refuse("closed with \(code) \(reason)")
            case .closed(nil, let reason): throw ReplicaFault(reason)
            }
        }
    }

    private func take(_ message: [UInt8]) throws(ReplicaFault) {
        func member(_ name: String) -> JSON? { (try? JSON(parsing: message))?[name] }
        switch message.member("type") {
        case "snapshot":
            try replica.take(member("document"), called: message.member("digest"))
            recordState(.snapshot)
        case "patch":
            try replica.follow(member("patch"), from: message.member("from"), to: message.member("to"))
            recordState(.patch)
        case "current": recordState(.current)
        case "gone": recordState(.gone)
        case "error": refuse(member("message")?.stringValue ?? "an error")
        default: break
        }
    }
}
