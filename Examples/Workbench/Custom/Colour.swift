/// A colour of red, green and blue.
struct Colour {
    let name: String
    private(set) var value: Int

    init(_ name: String, _ value: Int) {
        self.name = name
        self.value = value
    }

    /// The colour in CSS, such as `#FFCC00`.
    var code: String { "#" + String(0x1_000000 + value, radix: 16, uppercase: true).dropFirst() }

    mutating func invert() { value = 0xFFFFFF - value }
}
