/// The text of a file to begin with, and of its test.
protocol PartTemplate {
    /// What the name of its type ends with.
    static var suffix: String { get }
    /// The file.
    static func source(_ name: SwiftName) -> String
    /// Its test, in an app whose module has this name.
    static func test(_ name: SwiftName, of module: String) -> String
    /// What to do next.
    static func hint(_ name: SwiftName) -> String
}
