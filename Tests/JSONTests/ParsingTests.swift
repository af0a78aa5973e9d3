import JSON
import Testing

@Suite(.timeLimit(.minutes(5))) struct ParsingTests {
    @Test(
        arguments: [
            ("{\"a\": 1, \"count\" : 99999999999999999999}", "count"), ("{\"n\":-9223372036854775809,\"m\":1}", "n"),
            ("{\"x\": {\"ü b\": 1e999}}", "ü b"), ("[1, 99999999999999999999]", nil), ("99999999999999999999", nil),
        ] as [(String, String?)])
    func aNumberBeyond64BitsIsNamed(_ text: String, _ name: String?) throws {
        guard case .tooBig(let found, _, _)? = refusal(of: Array(text.utf8)) else {
            Issue.record("\(String(describing: refusal(of: Array(text.utf8))))")
            return
        }
        #expect(found == name)
    }

    @Test func readsEveryKindOfValue() throws {
        let text = " {\"a\": [null, true, false, 1, -2.5, \"x\"],\r\n\t\"b\": {}} "
        #expect(try JSON(parsing: text) == ["a": [nil, true, false, 1, -2.5, "x"], "b": [:]])
    }

    @Test(arguments: ["null", "true", "1", "\"a\"", "[]", "{}", " 0\n"])
    func anyValueMayStandAlone(text: String) throws {
        _ = try JSON(parsing: text)
    }

    @Test(arguments: [
        "", " \n\t", "{} x", "1 2", "[1]]", "{}{}", "[1,]", "{\"a\":1,}", "[1", "{\"a\"", "{a:1}", "{1:1}", "'a'",
        "tru", "True",
        "nul", "NaN", "Infinity", "-Infinity", "undefined", "[1 2]", "{\"a\" 1}", "/**/1", "1//", "\u{FEFF}{}",
        "\u{A0}1", "\u{C}1",
    ])
    func refusesInvalidJSON(text: String) {
        #expect(refusal(of: Array(text.utf8)) != nil)
    }

    @Test(arguments: ["123\0", "[true\0]", "[1\0,2]", "{}\0", "\0", "\"a\0b\"", "null\0null"])
    func refusesNULInTheText(text: String) {
        #expect(refusal(of: Array(text.utf8)) != nil)
    }

    @Test func namesThePlaceOfAMistake() {
        #expect(throws: JSONError.syntax(message: "control character 0x0", line: 2, column: 3)) {
            try JSON(parsing: "[1,\n 2\0]")
        }
        guard case .syntax(_, let line, _)? = refusal(of: Array("[1,\n\n x]".utf8)) else {
            Issue.record("a word that JSON does not have was read")
            return
        }
        #expect(line == 3)
    }

    @Test(arguments: [
        "\"\t\"", "\"\n\"", "\"\u{1F}\"", "\"\\x41\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\\"", "\"a", "\"\\U0041\"",
    ])
    func refusesMalformedStrings(text: String) {
        #expect(refusal(of: Array(text.utf8)) != nil)
    }

    /// A stray byte, overlong forms, surrogates, code points beyond U+10FFFF, and a truncated character.
    @Test(arguments: [
        [0xFF], [0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ])
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        let quote = [UInt8(ascii: "\"")]
        #expect(refusal(of: quote + bytes + quote) != nil)
        #expect(refusal(of: Array("{\"".utf8) + bytes + Array("\":1}".utf8)) != nil)
        #expect(refusal(of: bytes + Array("1".utf8)) != nil)
    }

    @Test(arguments: ["\\ud800", "\\udc00", "\\ud800\\ud800", "\\udc00\\ud800", "\\ud800x", "\\ud83dx\\ude00"])
    func refusesLoneSurrogates(escapes: String) {
        #expect(refusal(of: Array("\"\(escapes)\"".utf8)) != nil)
        #expect(refusal(of: Array("{\"\(escapes)\":1}".utf8)) != nil)
    }

    @Test func readsEscapes() throws {
        let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00""#
        #expect(try JSON(parsing: text) == "\"\\/\u{8}\u{C}\n\r\tAé€😀")
    }

    @Test func readsNULInStringsAndNames() throws {
        #expect(try JSON(parsing: #"["a\u0000b","\u0000"]"#) == ["a\0b", "\0"])
        #expect(try JSON(parsing: #"{"\u0000":"\u0000","a\u0000":1}"#) == ["\0": "\0", "a\0": 1])
    }

    /// Such a text is changed before it is parsed; the rest must not change.
    @Test func aNULInANameChangesNothingElse() throws {
        let text = #"{"\u0000":1,"\#u{7F}0":2,"\u007f1":"\u007F0","\\u0000":"\\u007f","\u007f\u0000":"\u0000\#u{7F}"}"#
        let json = try JSON(parsing: text)
        #expect(
            json == [
                "\0": 1, "\u{7F}0": 2, "\u{7F}1": "\u{7F}0", "\\u0000": "\\u007f", "\u{7F}\0": "\0\u{7F}",
            ])
        #expect(try JSON(parsing: json.text) == json)
        #expect(refusal(of: Array(#"{"\u0000":1,}"#.utf8)) != nil)
    }

    @Test func theLastOfDuplicateMembersWinsAtTheFirstPosition() throws {
        #expect(try JSON(parsing: #"{"a":1,"b":2,"a":3}"#).text == #"{"a":3,"b":2}"#)
        #expect(try JSON(parsing: #"{"\u0000":1,"b":2,"\u0000":3}"#).text == #"{"\u0000":3,"b":2}"#)
    }

    @Test(arguments: [#"{"a":1,"a":1}"#, #"[{"b":{"a":1,"\u0061":2}}]"#, #"{"\u0000":1,"\u0000":2}"#])
    func optionallyRefusesDuplicateMembers(text: String) throws {
        let options = JSON.ParsingOptions(rejectsDuplicates: true)
        #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
        _ = try JSON(parsing: text)
    }

    @Test func namesAreEqualOnlyByteByByte() throws {
        let json = try JSON(
            parsing: #"{"\u00e9":1,"e\u0301":2}"#, options: JSON.ParsingOptions(rejectsDuplicates: true))
        #expect(json["\u{E9}"] == 1)
        #expect(json["e\u{301}"] == 2)
    }

    @Test(arguments: [0, 1, 64, 512, 2_000])
    func nestsAsDeepAsAllowed(limit: Int) throws {
        let options = JSON.ParsingOptions(depthLimit: limit)
        #expect(try JSON(parsing: nested(limit), options: options).bytes == nested(limit))
        #expect(throws: JSONError.tooDeep(limit: limit)) { try JSON(parsing: nested(limit + 1), options: options) }
    }

    @Test func noLimitIsAbove2000Levels() {
        let options = JSON.ParsingOptions(depthLimit: .max)
        for text in [nested(100_000), Array(repeating: UInt8(ascii: "["), count: 100_000)] {
            #expect(throws: JSONError.tooDeep(limit: 2_000)) { try JSON(parsing: text, options: options) }
        }
    }

    @Test(arguments: [("[1,2,3]", 4), (#"{"a":"b,c","d":[]}"#, 4), ("[[],[]]", 5), ("7", 1)])
    func refusesMoreValuesThanAllowed(text: String, count: Int) throws {
        _ = try JSON(parsing: text, options: JSON.ParsingOptions(elementLimit: count))
        #expect(throws: JSONError.tooMany(limit: count - 1)) {
            try JSON(parsing: text, options: JSON.ParsingOptions(elementLimit: count - 1))
        }
    }

    @Test func bracketsInStringsDoNotCountAsDepth() throws {
        let text = "\"" + String(repeating: "[{\\\"", count: 1_000) + "\""
        _ = try JSON(parsing: text, options: JSON.ParsingOptions(depthLimit: 0))
    }

    private func refusal(of bytes: [UInt8]) -> JSONError? {
        do throws(JSONError) {
            _ = try JSON(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func nested(_ depth: Int) -> [UInt8] {
        guard depth > 0 else { return Array("0".utf8) }
        return Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
}
