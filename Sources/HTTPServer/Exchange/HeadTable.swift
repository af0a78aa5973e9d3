import Glibc
import Loop

/// The heads that come again and again, by their bytes: a browser, a proxy, a program that polls sends the same head each
/// time, and what it says need not be read and checked again.
///
/// A fixed number of places, each for one head; a head is kept when it comes the second time in a row to its place, so that
/// what comes once costs nothing. Complexity: O(bytes of the head), one pass and one comparison.
@SceneActor final class HeadTable {
    private struct Place {
        var hash: UInt64 = 0
        var bytes: [UInt8] = []
        var byte: UInt8 = 0  // that the query hides
        var head: RequestHead?
    }

    private var places = [Place](repeating: Place(), count: size)

    private static let size = 512
    /// Longer heads are not kept, in bytes.
    private static let longest = 4096

    /// The head of a request, which has been read as far as that.
    func head(of part: RequestPart, _ hidden: HiddenQuery) -> RequestHead {
        let count = part.headEnd - part.method
        guard (1...Self.longest).contains(count) else { return RequestHead(part, hidden) }
        let bytes = UnsafeRawBufferPointer(start: part.method, count: count)
        let hash = Self.hash(of: bytes, hidden.byte)
        let index = Int(truncatingIfNeeded: hash & UInt64(Self.size - 1))
        guard places[index].hash == hash else {
            places[index] = Place(hash: hash)
            return RequestHead(part, hidden)
        }
        if let head = places[index].head {
            let isSame = places[index].byte == hidden.byte && places[index].bytes.hasBytes(of: bytes)
            return isSame ? head : RequestHead(part, hidden)
        }
        let head = RequestHead(part, hidden)
        places[index] = Place(hash: hash, bytes: Array(bytes), byte: hidden.byte, head: head)
        return head
    }

    /// Forgets every head, because what was worked out from it does not hold any more.
    func removeAll() { places = [Place](repeating: Place(), count: Self.size) }

    /// A quick hash: who makes heads that have the same one, reads them each time, as if there were no table.
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
