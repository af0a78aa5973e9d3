import JSON
import Testing

/// JSON texts, and operations on their values.
@Suite struct JSONFuzzTests {
    /// Reading, writing and reading again gives the same value. A rewritten text has the new value.
    @Test func texts() async throws {
        try await Fuzzer(name: "json").run { input in
            guard let value = try? JSON(parsing: input) else { return }
            let again = try JSON(parsing: value.bytes)
            try Finding.unless(again == value && again.contentHash == value.contentHash, "\(value) becomes \(again)")
            for other in [JSON.null, ["a": 1], [1, value]] {
                let text = JSON.rewriting(input, to: other)
                try Finding.unless(
                    try JSON(parsing: text) == other, "rewritten as \(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    /// A document and a patch in two lines: the patch and the computed difference give the same document.
    @Test func patches() async throws {
        try await Fuzzer(name: "patch").run { input in
            let lines = input.split(separator: 0x0A, maxSplits: 1)
            guard lines.count == 2, let document = try? JSON(parsing: Array(lines[0])),
                let patch = try? JSON(parsing: Array(lines[1])), let result = try? document.applying(patch)
            else { return }
            let difference = JSON.array(JSON.difference(from: document, to: result, at: "").map(\.json))
            try Finding.unless(try document.applying(difference) == result, "the difference \(difference)")
        }
    }

    @Test func pointers() async throws {
        try await Fuzzer(name: "pointer").run { input in
            guard let pointer = JSONPointer(String(decoding: input, as: UTF8.self)) else { return }
            let text = pointer.tokens.map { "/" + JSONPointer.escaped($0) }.joined()
            try Finding.unless(JSONPointer(text)?.tokens == pointer.tokens, "\(pointer.tokens) is written \(text)")
        }
    }
}
