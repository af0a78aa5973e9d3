import Testing

@testable import QRCodes

/// QR codes, read back by the rules of ISO/IEC 18004.
@Suite struct QRCodeTests {
    private static let address =
        "otpauth://totp/Oriel%20at%20desk.example.org:ada?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Oriel"

    @Test func hasThePatternsThatFindIt() throws {
        let code = try #require(QRCode(Self.address))
        #expect(code.side % 4 == 1 && (21...177).contains(code.side))
        for (top, left) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(code.isDark(row: top + row, column: left + column) == (ring != 2), "\(row) \(column)")
                }
            }
        }
        for place in 8..<code.side - 8 {  // the timing patterns
            #expect(code.isDark(row: 6, column: place) == (place % 2 == 0))
            #expect(code.isDark(row: place, column: 6) == (place % 2 == 0))
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.side))
    }

    @Test func drawsTheSameModulesAsAPictureAndInATerminal() throws {
        let code = try #require(QRCode(Self.address))
        let svg = code.svg(title: "a title")
        let lines = code.terminalLines.map { $0.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "") }
        #expect(
            svg.hasPrefix("<svg viewBox=\"0 0 \(code.side + 8) \(code.side + 8)\" role=\"img\" aria-label=\"a title\""))
        var count = 0
        for row in 0..<code.side {
            for column in 0..<code.side {
                let isDark = code.isDark(row: row, column: column)
                count += isDark ? 1 : 0
                #expect(svg.contains("M\(column + 4) \(row + 4)h1v1h-1z") == isDark)
                let character = Array(lines[(row + 4) / 2])[column + 4]
                #expect((character == "█" || character == ((row + 4) % 2 == 0 ? "▀" : "▄")) == isDark)
            }
        }
        #expect(svg.split(separator: "h1v1h-1z").count - 1 == count)
        #expect(lines.allSatisfy { $0.count == code.side + 8 })
    }

    @Test func takesTextsOfAnySizeThatFits() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 2_331))?.side == 177)
        #expect(QRCode(String(repeating: "x", count: 2_332)) == nil)
        #expect(QRCode("a\u{0}b") != nil)
    }
}
