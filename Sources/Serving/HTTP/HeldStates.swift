import JSON

/// The states that a client says it holds (`If-None-Match`, RFC 9110 section 13.1.2).
struct HeldStates {
    /// Whether the client says anything of the kind.
    let isSaid: Bool
    /// Those it names; what names no state is left out.
    let digests: [Digest]
    private let isAny: Bool

    /// Reads the header.
    init(_ header: String?) {
        isSaid = header != nil
        isAny = header == "*"
        digests = EntityTags.tags(in: header ?? "").compactMap { Digest(String($0)) }
    }

    /// Whether this is a state that the client holds.
    func includes(_ digest: Digest) -> Bool { isAny || digests.contains(digest) }
}
