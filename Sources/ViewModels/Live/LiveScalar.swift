import Loop

/// One value that is read from another place and kept current, such as the number of rows that meet a condition.
@SceneActor public protocol LiveScalar<Value>: LiveModel {
    /// The type of the value.
    associatedtype Value: OutputValue
    /// The present value. A value before the first read is that of an empty database.
    var value: Value { get }
}
