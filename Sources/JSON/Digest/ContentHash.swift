/// A 64-bit hash of a JSON value that depends on its content alone. It is the same in every process and on every
/// machine, and for every order of members. The hash of an object or an array is computed from the hashes of its parts.
///
/// Not cryptographic. The mixing is that of wyhash (Wang Yi, 2019): the two halves of a 128-bit product, folded.
package enum ContentHash {
    /// The hash of an object, from its members in any order.
    package struct Object {
        private var sum: UInt64 = 0
        private var count: UInt64 = 0

        package init() {}

        package mutating func add(_ name: String, _ value: UInt64) {
            sum &+= mix(ContentHash.hash(of: name) ^ 0x8EBC_6AF0_9C88_C6E3, value ^ 0x5899_65CC_7537_4CC3)
            count += 1
        }

        /// Adds the members of another object, whose names must not be in this one.
        package mutating func add(_ other: Object) {
            sum &+= other.sum
            count += other.count
        }

        package var value: UInt64 { mix(sum ^ 0x1D8E_4E27_C47D_124F, count ^ 0xEB44_ACCA_B455_D165) }
    }

    /// The hash of an array, from its elements in order.
    package struct Array {
        private var state: UInt64 = 0x2D35_8DCC_AA6C_78A5

        package init() {}

        package mutating func add(_ value: UInt64) {
            state = mix(state ^ value, 0x8BB8_4B93_962E_ACC9)
        }

        package var value: UInt64 { mix(state, 0x4B33_A62E_D433_D4A3) }
    }

    /// Returns the hash of a string.
    package static func hash(of text: String) -> UInt64 {
        text.withBytes { hash(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the hash of bytes, equal to that of a string with the same bytes.
    package static func hash(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// Returns the hash of one word with a tag for its type.
    static func hash(_ word: UInt64, tag: UInt64) -> UInt64 {
        mix(word ^ 0xA076_1D64_78BD_642F, tag ^ 0xE703_7ED1_A0B4_28DB)
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = mix(UInt64(bytes.count) ^ 0xA076_1D64_78BD_642F, 0x4D5A_2DA5_1DE1_AA47)
        var index = 0
        while index + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            state = mix(state ^ word, 0xE703_7ED1_A0B4_28DB)
            index += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[index...].reversed() { rest = rest << 8 | UInt64(byte) }
        return mix(state ^ rest, 0x8EBC_6AF0_9C88_C6E3)
    }
}

/// Returns both halves of the product, folded into one word.
private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
}

extension JSONObject {
    /// The hash of the members, to which more can be added. O(n).
    package var memberHash: ContentHash.Object {
        var hash = ContentHash.Object()
        forEachMember { hash.add($0, $1.contentHash) }
        return hash
    }
}

extension JSON {
    /// The hash of the value's meaning: equal values have equal hashes. O(n).
    package var contentHash: UInt64 {
        switch self {
        case .null: return ContentHash.hash(0, tag: 1)
        case .bool(let value): return ContentHash.hash(value ? 1 : 0, tag: 2)
        case .int(let number): return ContentHash.hash(UInt64(bitPattern: number), tag: 3)
        case .double(let number):
            if let whole = Int64(exactly: number) { return ContentHash.hash(UInt64(bitPattern: whole), tag: 3) }
            return ContentHash.hash(number.bitPattern, tag: 4)
        case .string(let text): return ContentHash.hash(of: text)
        case .array(let elements):
            var hash = ContentHash.Array()
            for element in elements { hash.add(element.contentHash) }
            return hash.value
        case .object(let members):
            return members.memberHash.value
        }
    }
}
