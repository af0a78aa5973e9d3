import Testing

@testable import Serving

@Suite struct ByteRangeTests {
    /// The cases of RFC 9110, section 14.1.2, for a file of 10,000 bytes.
    @Test(arguments: [
        ("bytes=0-499", ByteRange.part(0..<500)), ("bytes=500-999", .part(500..<1000)),
        ("bytes=-500", .part(9500..<10000)), ("bytes=9500-", .part(9500..<10000)), ("bytes=0-0", .part(0..<1)),
        ("bytes=-1", .part(9999..<10000)), ("BYTES=1-2", .part(1..<3)), ("bytes= 1 - 2 ", .part(1..<3)),
        ("bytes=0-10000", .part(0..<10000)), ("bytes=-20000", .part(0..<10000)),
        ("bytes=9999-99999999999999999999", .part(9999..<10000)), ("bytes=-99999999999999999999", .part(0..<10000)),
        ("bytes=10000-", .unsatisfiable), ("bytes=10000-10001", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=99999999999999999999-", .unsatisfiable),
        ("bytes=0-0,-1", .whole), ("bytes=5-4", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole),
        ("bytes=a-b", .whole), ("bytes=1-2-3", .whole), ("bytes=+1-2", .whole), ("bytes=--1", .whole),
        ("lines=0-1", .whole), ("", .whole),
    ])
    func ranges(header: String, range: ByteRange) {
        #expect(ByteRange(header, ifRange: nil, tag: "t", count: 10_000) == range)
    }

    @Test func aChangedFileIsSentAsAWhole() {
        let range = { ByteRange("bytes=1-2", ifRange: $0, tag: "t", count: 10) }
        #expect(range("\"t\"") == .part(1..<3))
        for other in ["\"s\"", "W/\"t\"", "t", "Wed, 21 Oct 2015 07:28:00 GMT"] { #expect(range(other) == .whole) }
    }

    @Test func anEmptyFileHasNoParts() {
        for header in ["bytes=0-0", "bytes=-1", "bytes=0-"] {
            #expect(ByteRange(header, ifRange: nil, tag: "t", count: 0) == .whole)
        }
    }
}
