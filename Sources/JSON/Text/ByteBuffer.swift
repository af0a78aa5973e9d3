/// A buffer of bytes that grows at its end. Unlike an array, it checks the capacity once for each piece instead of each
/// byte, and counts no references: writing a text takes half the time (docs/benchmarks.md, documents).
struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    /// A copy of the bytes.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        start[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        if let first = bytes.baseAddress { (start + count).initialize(from: first, count: bytes.count) }
        count += bytes.count
    }

    /// Appends `bytes` with a byte before and after them.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, between mark: UInt8) {
        makeRoom(for: bytes.count + 2)
        start[count] = mark
        if let first = bytes.baseAddress { (start + count + 1).initialize(from: first, count: bytes.count) }
        start[count + bytes.count + 1] = mark
        count += bytes.count + 2
    }

    private mutating func makeRoom(for size: Int) {
        if capacity - count < size { grow(by: size) }
    }

    @inline(never) private mutating func grow(by size: Int) {
        capacity = max(2 * capacity, count + size)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.initialize(from: start, count: count)
        start.deallocate()
        start = larger
    }
}
