/// The place of a screen in the address of its client: the values of its query parameters, and the routes with others.
package struct QueryPlace {
    /// The texts of the query parameters, by name.
    package let texts: [String: String]
    /// Returns the route with these texts; a parameter without a text is left out.
    package let route: (_ texts: [(name: String, text: String?)]) -> String

    /// Creates a place.
    package init(texts: [String: String], route: @escaping (_ texts: [(name: String, text: String?)]) -> String) {
        (self.texts, self.route) = (texts, route)
    }
}
