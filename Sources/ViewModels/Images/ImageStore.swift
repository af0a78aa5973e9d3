import Loop

/// A store for the images of slots, such as a folder; see ``ImageSlot``.
@SceneActor public protocol ImageStore: AnyObject {
    /// Stores an image.
    ///
    /// - Returns: The address at which it is served.
    /// - Throws: An error if the image cannot be stored; then no part of it is.
    func keep(_ bytes: [UInt8]) async throws -> String

    /// Releases the image of one ``keep(_:)``: the store may delete it if no model has its address.
    func release(_ address: String) async
}
