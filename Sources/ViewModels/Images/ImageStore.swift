import Loop

/// Where the images of slots are kept, such as a folder; see ``ImageSlot``.
@SceneActor public protocol ImageStore: AnyObject {
    /// Keeps an image.
    ///
    /// - Returns: The address it is served at.
    /// - Throws: When it cannot be kept; nothing of it is then.
    func keep(_ bytes: [UInt8]) async throws -> String

    /// Lets go of what one ``keep(_:)`` has kept: it may be deleted if no model has its address.
    func release(_ address: String) async
}
