import Glibc
import Loop

extension Sockets {
    /// Handles a socket that can be read or written, or that is broken.
    func ready(_ id: SocketID, _ readiness: Poller.Readiness) {
        if readiness.contains(.writable), index(id) != nil { flush(id) }
        guard !readiness.isDisjoint(with: [.readable, .failed]), let index = index(id) else { return }
        guard slots[index].left.isEmpty else { return readiness.isDisjoint(with: .failed) ? () : end(id) }
        let count = recv(slots[index].descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            traffic.received += count
            var rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            give(&rest, to: id)
            if !rest.isEmpty { leave(ArraySlice(rest), of: id) }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) || !readiness.isDisjoint(with: .failed) {
            end(id)
        }
    }

    /// Passes the remaining bytes to the handler again.
    func goOn(_ id: SocketID) {
        guard let index = index(id) else { return }
        slots[index].isResumed = false
        var left = slots[index].left
        guard !left.isEmpty else { return }
        setLeft([], of: index)
        let count = left.withUnsafeMutableBytes { bytes in
            var rest = bytes
            give(&rest, to: id)
            return rest.count
        }
        leave(left.suffix(count), of: id)
    }

    /// Passes bytes to the handler. Drops them if the socket is closing.
    private func give(_ bytes: inout UnsafeMutableRawBufferPointer, to id: SocketID) {
        if !slots[Int(id.slot)].isClosing { slots[Int(id.slot)].handler?.socket(id, received: &bytes) }
        if slots[Int(id.slot)].isClosing { bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    }

    /// Keeps the bytes that the handler has not used, and stops reading until none remain.
    func leave(_ bytes: ArraySlice<UInt8>, of id: SocketID) {
        guard let index = index(id) else { return }
        setLeft(bytes, of: index)
        watch(index)
    }

    private func setLeft(_ bytes: ArraySlice<UInt8>, of index: Int) {
        memory.change(.messages, by: bytes.count - slots[index].left.count)
        slots[index].left = bytes
        count(index)
    }
}
