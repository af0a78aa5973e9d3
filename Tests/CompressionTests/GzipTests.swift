import Foundation
import TestSupport
import Testing

@testable import Compression

@Suite(.timeLimit(.minutes(5))) struct GzipTests {
    /// Another program's opinion.
    @Test func gzipExpandsCompressedText() throws {
        var generator = SeededGenerator.announced("gzipExpandsCompressedText")
        let folder = try TemporaryFolder()
        for number in 0..<6 {
            let text = Texts.random(&generator)
            let path = "\(folder.path)/\(number)"
            try Data(Gzip.file(Deflater().fragment(of: text), of: text)).write(to: URL(fileURLWithPath: path + ".gz"))
            try Shell.run("gzip", ["--decompress", path + ".gz"])
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text), "\(text.count) bytes")
        }
    }

    @Test func detectsAWrongChecksum() {
        let text = Array("the text".utf8)
        let file = Gzip.file(Deflater().fragment(of: text), of: text)
        #expect(Gzip.isFile(file, of: text))
        #expect(!Gzip.isFile(file, of: Array("the test".utf8)))
        #expect(!Gzip.isFile(file, of: text + [0]))
        #expect(!Gzip.isFile(Array(file.dropFirst()), of: text))
        #expect(!Gzip.isFile(Array(file.suffix(12)), of: text))
        #expect(!Gzip.isFile([], of: []))
    }
}
