/// A team of the forge.
struct Team: Identifiable, Equatable {
    let id: Int
    let name: String
    let slug: String
    let summary: String
    let memberCount: Int
}
