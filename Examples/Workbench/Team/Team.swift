/// Some people who work together.
struct Team: Identifiable, Equatable {
    let id: Int
    let name: String
    let slug: String
    let summary: String
    let memberCount: Int
}
