/// A person in an address book.
struct Contact: Identifiable, Equatable {
    let name: String

    var id: String { name }
    var initial: String { name.prefix(1).uppercased() }
}
