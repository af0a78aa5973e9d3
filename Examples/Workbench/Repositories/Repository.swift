/// Where people keep what they make.
struct Repository: Identifiable, Equatable {
    let id: Int
    let name: String
    let summary: String
    let team: Int
}
