import Glibc
import Loop

/// A cache of request heads, by their bytes. Browsers, proxies and pollers send the same head each time. A cached head
/// is not parsed and checked again.
///
/// The cache has a fixed number of slots, each for one head. A head is kept when it arrives at its slot for the
/// second time in a row, so that a unique head costs nothing. Complexity: O(bytes of the head), one pass and one
/// comparison.
@SceneActor final class HeadTable {
    private struct Slot {
        var hash: UInt64 = 0
        var bytes: [UInt8] = []
        var byte: UInt8 = 0  // hidden with the query
        var head: RequestHead?
    }

    private var slots = [Slot](repeating: Slot(), count: size)

    private static let size = 512
    /// The maximum size of a cached head, in bytes.
    private static let longest = 4096

    /// Returns the head of a request, which libmicrohttpd has read up to the end of the head.
    func head(of part: RequestPart, _ hidden: HiddenQuery) -> RequestHead {
        let count = part.headEnd - part.method
        guard (1...Self.longest).contains(count) else { return RequestHead(part, hidden) }
        let bytes = UnsafeRawBufferPointer(start: part.method, count: count)
        let hash = Self.hash(of: bytes, hidden.byte)
        let index = Int(truncatingIfNeeded: hash & UInt64(Self.size - 1))
        guard slots[index].hash == hash else {
            slots[index] = Slot(hash: hash)
            return RequestHead(part, hidden)
        }
        if let head = slots[index].head {
            let isSame = slots[index].byte == hidden.byte && slots[index].bytes.hasBytes(of: bytes)
            return isSame ? head : RequestHead(part, hidden)
        }
        let head = RequestHead(part, hidden)
        slots[index] = Slot(hash: hash, bytes: Array(bytes), byte: hidden.byte, head: head)
        return head
    }

    /// Drops all heads, because their memos are outdated.
    func removeAll() { slots = [Slot](repeating: Slot(), count: Self.size) }

    /// A fast hash, not a secure one. A client that causes collisions only loses the benefit of the cache.
    private static func hash(of bytes: UnsafeRawBufferPointer, _ byte: UInt8) -> UInt64 {
        var hash = UInt64(byte) &+ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        while offset < bytes.count {
            hash = mixed(hash ^ UInt64(bytes[offset]))
            offset += 1
        }
        return hash
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

extension [UInt8] {
    fileprivate func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count, let start = other.baseAddress else { return false }
        return withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, other.count) == 0 } ?? true }
    }
}
