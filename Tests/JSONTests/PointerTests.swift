import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PointerTests {
    private static let document: JSON = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    ]

    /// RFC 6901 section 5.
    private static let examples: [(String, JSON)] = [
        ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
        ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ]

    @Test(arguments: examples)
    func findsTheExamplesOfTheRFC(pointer: String, value: JSON) throws {
        let patch: JSON = [["op": "test", "path": .string(pointer), "value": value]]
        #expect(try Self.document.applying(patch) == Self.document)
    }

    @Test(arguments: [
        ("", []), ("/", [""]), ("//", ["", ""]), ("/a/", ["a", ""]), ("/~01", ["~1"]), ("/~10", ["/0"]),
        ("/~0~1", ["~/"]),
        ("/é/😀", ["é", "😀"]), ("/%2F", ["%2F"]), ("/a\0b", ["a\0b"]),
    ])
    func readsAndWrites(text: String, tokens: [String]) {
        #expect(JSONPointer(text)?.tokens == tokens)
        #expect(JSONPointer(tokens: tokens).description == text)
    }

    @Test(arguments: ["a", "a/b", "#", "#/a", " /a", "/~", "/~2", "/a~", "/~/a", "/a/~a"])
    func refusesInvalidPointers(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test func anyTokensComeBack() throws {
        var generator = SeededGenerator.announced("anyTokensComeBack")
        for _ in 0..<2_000 {
            let tokens = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    "~/01aé".randomElement(using: &generator) ?? "~"
                }
            }.map { String($0) }
            let pointer = try #require(JSONPointer(JSONPointer(tokens: tokens).description))
            #expect(pointer.tokens == tokens)
        }
    }
}
