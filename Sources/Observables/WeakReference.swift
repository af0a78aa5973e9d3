/// A reference that does not keep its object.
public struct WeakReference {
    /// The object, as long as somebody else keeps it.
    public private(set) weak var object: AnyObject?

    /// A reference to `object`.
    public init(_ object: AnyObject? = nil) {
        self.object = object
    }
}
