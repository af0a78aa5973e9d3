/// A weak reference as a value.
public struct WeakReference {
    /// The object, while it is retained elsewhere.
    public private(set) weak var object: AnyObject?

    /// Creates a reference to `object`.
    public init(_ object: AnyObject? = nil) {
        self.object = object
    }
}
