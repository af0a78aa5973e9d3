import ViewModels

extension Principal {
    /// Returns a person for tests, whose id is the name unless another is given.
    public static func person(_ name: String, id: String? = nil, roles: Set<String> = []) -> Principal {
        Principal(.person, id: id ?? name, name: name, roles: roles)
    }
}
