import TestSupport
import Testing

@testable import JSON

@Suite(.timeLimit(.minutes(5))) struct WritingTests {
    @Test func escapesOnlyWhatIsNecessary() {
        #expect(
            JSON.string("\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}é\u{2028}😀").text
                == #""\"\\/\u0008\u000c\n\r\t\u0000\u001f"# + "\u{7F}é\u{2028}😀\"")
    }

    @Test func membersKeepTheirOrder() {
        #expect((["b": 1, "a": [true, nil, [:], []]] as JSON).text == #"{"b":1,"a":[true,null,{},[]]}"#)
    }

    @Test func everyScalarComesBack() throws {
        var scalars = String.UnicodeScalarView()
        for value in UInt32(0)...0x2FFF { scalars.append(Unicode.Scalar(value) ?? " ") }
        for value: UInt32 in [0xD7FF, 0xE000, 0xFDD0, 0xFEFF, 0xFFFE, 0xFFFF, 0x1_0000, 0x1_FFFF, 0x10_FFFF] {
            scalars.append(Unicode.Scalar(value) ?? " ")
        }
        let json: JSON = .object([String(scalars): .string(String(scalars))])
        #expect(try JSON(parsing: json.bytes) == json)
    }

    @Test func randomDocumentsComeBack() throws {
        var generator = SeededGenerator.announced("randomDocumentsComeBack")
        for _ in 0..<2_000 {
            let json = RandomJSON.value(depth: 4, &generator)
            #expect(try JSON(parsing: json.bytes).bytes == json.bytes)
        }
    }

    /// Any mutation of a text is read or refused.
    @Test func noiseIsReadOrRefused() throws {
        var generator = SeededGenerator.announced("noiseIsReadOrRefused")
        let signs = Array("[]{}\",:\\u00001eE+-.tfn ".utf8) + [0, 0x7F, 0x80, 0xC3, 0xFF]
        for _ in 0..<4_000 {
            var bytes = RandomJSON.value(depth: 3, &generator).bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let end = Int.random(in: place...min(bytes.count, place + 3), using: &generator)
                bytes.replaceSubrange(place..<end, with: [signs.randomElement(using: &generator) ?? 0])
            }
            if let json = try? JSON(parsing: bytes) { #expect(try JSON(parsing: json.bytes) == json) }
        }
    }

    @Test func aWriterPutsCommasWhereTheyBelong() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.value(1)
        writer.raw(Array("[2]".utf8))
        writer.beginObject()
        writer.endObject()
        writer.endArray()
        writer.member("b", nil)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":[1,[2],{}],"b":null}"#)
    }
}
