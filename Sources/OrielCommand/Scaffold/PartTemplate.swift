/// A template of a source file and its test.
protocol PartTemplate {
    /// The suffix of the type's name.
    static var suffix: String { get }
    /// Returns the text of the source file.
    static func source(_ name: SwiftName) -> String
    /// Returns the text of its test, in an app with this module name.
    static func test(_ name: SwiftName, of module: String) -> String
    /// Returns a message with the next step.
    static func hint(_ name: SwiftName) -> String
}
