import JSON
import Testing
import ViewModels
import Wire

/// The messages of both sides of a socket.
@Suite(.timeLimit(.minutes(5))) struct MessageTests {
    private func read(_ text: String) throws -> ClientMessage {
        try Array(text.utf8).withUnsafeBytes { try ClientMessage($0, options: JSON.ParsingOptions(depthLimit: 8)) }
    }

    @Test(arguments: [
        (#"{"type":"open","ref":1,"route":"/a"}"#, "start(0) nil nil"),
        (#"{"type":"open","route":"/a","window":{"start":7,"count":3},"since":"x"}"#, "start(7) 3 x"),
        (#"{"type":"open","route":"/a","window":{"anchor":"r","start":7}}"#, #"anchor("r") nil nil"#),
        (#"{"type":"open","route":"/a","window":{"start":1e300}}"#, "start(\(Window.largest)) nil nil"),
        (#"{"type":"open","route":"/a","window":null,"since":null}"#, "start(0) nil nil"),
    ])
    func anOpenNamesItsWindow(text: String, expected: String) throws {
        guard case .open(_, "/a", let place, let count, let since) = try read(text) else {
            Issue.record("no open")
            return
        }
        #expect("\(place) \(count.map(String.init) ?? "nil") \(since ?? "nil")" == expected)
    }

    @Test func aWindowMayKeepItsPlaceOrItsCount() throws {
        for (text, expected) in [
            (#"{"type":"window","scene":2}"#, (nil, nil)), (#"{"type":"window","scene":2,"count":0}"#, (nil, 0)),
            (#"{"type":"window","scene":2,"start":4}"#, (.start(4), nil)),
        ] as [(String, (WindowPosition?, Int?))] {
            guard case .window(nil, 2, let place, let count) = try read(text) else {
                Issue.record("no window")
                continue
            }
            #expect(place == expected.0 && count == expected.1)
        }
    }

    @Test func aCommandNamesItsRowAndExpectedValues() throws {
        let text =
            #"{"type":"command","ref":"r","scene":2,"command":"c","row":7,"arguments":{"a":1},"#
            + #""expected":{"b":2},"key":"k"}"#
        guard case .command("r", 2, let invocation, "k") = try read(text) else {
            Issue.record("no command")
            return
        }
        #expect(invocation.command == "c" && invocation.row == "7")
        #expect(invocation.arguments == ["a": 1] && invocation.expected == ["b": 2])
    }

    @Test func theOtherMessagesAreRead() throws {
        guard
            case .input(nil, 3, "s", ["a": nil]) = try read(
                #"{"type":"input","scene":3,"slot":"s","values":{"a":null}}"#),
            case .close(3) = try read(#"{"type":"close","scene":3}"#), case .ping = try read(#"{"type":"ping"}"#)
        else {
            Issue.record("something else was read")
            return
        }
    }

    @Test(arguments: [
        ("{", "invalid-json"), ("[]", "invalid-message"), ("{}", "invalid-message"),
        (#"{"type":"sing"}"#, "unknown-type"), (#"{"type":"open"}"#, "invalid-message"),
        (#"{"type":"open","route":5}"#, "invalid-message"), (#"{"type":"close"}"#, "invalid-message"),
        (#"{"type":"open","route":"/a","window":[]}"#, "invalid-message"),
        (#"{"type":"open","route":"/a","window":{"start":-1}}"#, "invalid-message"),
        (#"{"type":"open","route":"/a","window":{"start":1.5}}"#, "invalid-message"),
        (#"{"type":"window","scene":"1"}"#, "invalid-message"),
        (#"{"type":"command","scene":1}"#, "invalid-message"),
        (#"{"type":"input","scene":1,"values":5}"#, "invalid-message"),
        (#"{"type":[[[[[[[[[1]]]]]]]]]}"#, "invalid-json"),
    ])
    func faultsAreExplained(text: String, code: String) {
        #expect { try read(text) } throws: {
            ($0 as? MessageError)?.code == code && !"\(($0 as? MessageError)?.message ?? "")".isEmpty
        }
    }

    @Test func anErrorNamesItsMessage() throws {
        #expect { try read(#"{"type":"close","ref":9}"#) } throws: { ($0 as? MessageError)?.ref == 9 }
        #expect { try read(#"{"type":[[[[[[[[[1]]]]]]]]]}"#) } throws: { error in
            if case .tooDeep? = (error as? MessageError)?.cause { true } else { false }
        }
        #expect { try read("{") } throws: { error in
            if case .tooDeep? = (error as? MessageError)?.cause { false } else { true }
        }
    }

    @Test func serverMessagesAreJSON() throws {
        let (from, to) = (Digest(1), Digest(2))
        let error = MessageError(ref: 1, code: "c", message: "m")
        let said: [([UInt8], JSON)] = [
            (
                ServerMessage.snapshot(ref: 5, scene: 1, digest: to, document: Array(#"{"a":1}"#.utf8)),
                ["type": "snapshot", "ref": 5, "scene": 1, "digest": .string(to.text), "document": ["a": 1]]
            ),
            (
                ServerMessage.current(ref: nil, scene: 1, digest: to),
                ["type": "current", "scene": 1, "digest": .string(to.text)]
            ),
            (
                ServerMessage.patch(ref: "x", scene: 1, from: from, to: to, patch: Array("[]".utf8)),
                [
                    "type": "patch", "ref": "x", "scene": 1, "from": .string(from.text), "to": .string(to.text),
                    "patch": [],
                ]
            ),
            (ServerMessage.gone(scene: 1, code: "deleted"), ["type": "gone", "scene": 1, "code": "deleted"]),
            (ServerMessage.reply(ref: 1, result: ["a": 1]), ["type": "reply", "ref": 1, "result": ["a": 1]]),
            (ServerMessage.reply(ref: 1, error: ["code": "x"]), ["type": "reply", "ref": 1, "error": ["code": "x"]]),
            (ServerMessage.error(error), ["type": "error", "ref": 1, "code": "c", "message": "m"]),
            (ServerMessage.pong, ["type": "pong"]),
        ]
        for (bytes, expected) in said {
            #expect(try JSON(parsing: bytes) == expected)
        }
    }
}
