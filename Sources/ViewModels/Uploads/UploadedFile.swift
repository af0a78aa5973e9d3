import Loop

/// A file of an upload.
@SceneActor struct UploadedFile {
    /// Its head.
    let part: UploadPart
    /// Its content.
    let draft: any FileDraft
    /// The number of bytes.
    var size = 0
    /// The first bytes, which tell the type of an image.
    var head: [UInt8] = []

    /// The number of bytes in ``head``.
    static let headSize = 16

    init(_ part: UploadPart, _ draft: any FileDraft) {
        (self.part, self.draft) = (part, draft)
    }
}
