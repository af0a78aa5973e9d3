import CQREncode

/// A text as a QR code (ISO/IEC 18004): a square of dark and light modules, which a telephone reads.
package struct QRCode: Sendable {
    /// How many modules a side has.
    package let side: Int
    private let darkness: [Bool]  // of the modules, row by row

    /// How many light modules surround the code (section 5.3.8).
    private static let margin = 4

    /// Creates the code of a text; `nil` for more than 2,331 bytes. The code can be read if up to 15 % of it is covered
    /// (level M).
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        darkness = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark. Those around the code are light.
    package func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && darkness[row * side + column]
    }

    /// The code as an SVG element, dark on light in any colour scheme. `title` is read to people who do not see it.
    package func svg(title: String) -> String {
        let size = side + 2 * Self.margin
        var path = ""
        for row in 0..<side {
            for column in 0..<side where isDark(row: row, column: column) {
                path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
            }
        }
        return "<svg viewBox=\"0 0 \(size) \(size)\" role=\"img\" aria-label=\"\(title)\" "
            + "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h\(size)v\(size)H0z\"/>"
            + "<path d=\"\(path)\"/></svg>"
    }

    /// The code as lines for a terminal, two rows of modules in each, black on white.
    package var terminalLines: [String] {
        let range = -Self.margin..<side + Self.margin
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let line = range.map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(line.joined())\u{1B}[0m"
        }
    }
}
