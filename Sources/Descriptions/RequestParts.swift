/// A parameter in the path, the query or the header of a request.
package struct Parameter: Sendable {
    /// The way in which a URL writes the value.
    package enum Style: Sendable {
        case plain
        /// An array, joined by commas.
        case commas
        /// An object: a parameter for each member.
        case members
    }

    package let name: String
    package let shape: Shape
    /// A sentence for readers; may be empty.
    package let note: String
    package let style: Style
    /// The name under which requests share the parameter; `nil` if one request alone has it.
    private(set) var component: String?

    /// Creates a parameter.
    package init(_ name: String, _ shape: Shape, _ note: String, _ style: Style = .plain) {
        (self.name, self.shape, self.note, self.style) = (name, shape, note, style)
    }

    /// Returns the parameter as one that several requests share.
    package func shared(as component: String) -> Parameter {
        var parameter = self
        parameter.component = component
        return parameter
    }
}

/// The JSON body of a request.
package struct Body: Sendable {
    package let shape: Shape
    package let isOptional: Bool
    /// The name under which requests share the body; `nil` if one request alone has it.
    private(set) var component: String?

    /// Creates a body.
    package init(_ shape: Shape, isOptional: Bool = false) { (self.shape, self.isOptional) = (shape, isOptional) }

    /// Returns the body as one that several requests share.
    package func shared(as component: String) -> Body {
        var body = self
        body.component = component
        return body
    }
}

/// A successful response.
package struct Answer: Sendable {
    package let status: Int
    package let note: String
    /// The content by media type; `nil` for bytes and texts that are no JSON.
    package let content: [(type: String, shape: Shape?)]
    package let hasTag: Bool
    /// The name under which requests share the response; `nil` if one request alone has it.
    private(set) var component: String?

    /// Creates a response.
    package init(_ status: Int, _ note: String, _ content: [(String, Shape?)] = [], hasTag: Bool = false) {
        (self.status, self.note, self.hasTag) = (status, note, hasTag)
        self.content = content.map { (type: $0.0, shape: $0.1) }
    }

    /// Returns the response as one that several requests share.
    package func shared(as component: String) -> Answer {
        var answer = self
        answer.component = component
        return answer
    }
}
