/// A repository of the forge.
struct Repository: Identifiable, Equatable {
    let id: Int
    let name: String
    let summary: String
    let team: Int
}
