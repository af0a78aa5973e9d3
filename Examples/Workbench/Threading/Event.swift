/// A logged event.
struct Event: Identifiable, Equatable {
    let id: Int
    var title: String
    var subtitle: String
}
