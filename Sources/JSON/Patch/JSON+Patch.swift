extension JSON {
    /// Returns the document after a JSON Patch (RFC 6902): every operation in turn, or none at all.
    ///
    /// O(n) once, then O(depth) an operation, and O(n) where array elements move up.
    ///
    /// - Throws: ``JSONPatchError`` for the first operation that fails. An operation also fails if the document then
    ///   nests deeper than 2,000 levels, or if the patch has copied more than 16 Mi values and bytes of text.
    public func applying(_ patch: JSON) throws(JSONPatchError) -> JSON {
        guard case .array(let operations) = patch else { throw .notAnArray }
        var document = self
        var growth = PatchGrowth(of: self)
        for (number, operation) in operations.enumerated() {
            let operation = try JSONPatchOperation(operation, number: number)
            do throws(LocationError) {
                try document.apply(operation, &growth)
            } catch {
                throw error.patchError(number)
            }
            guard growth.isWithinLimits(document) else { throw .tooLarge(operation: number) }
        }
        return document
    }

    private mutating func apply(_ operation: JSONPatchOperation, _ growth: inout PatchGrowth) throws(LocationError) {
        switch operation {
        case .add(let path, let value):
            let location = try pointer(path)
            growth.put(value, below: location.tokens.count)
            try add(value, at: location)
        case .remove(let path): _ = try remove(at: try pointer(path))
        case .replace(let path, let value):
            let location = try pointer(path)
            growth.put(value, below: location.tokens.count)
            try replace(location, with: value)
        case .move(let from, let path):
            let source = try pointer(from)
            let destination = try pointer(path)
            guard !destination.isInside(source) else { throw LocationError(path: path, isMalformed: true) }
            growth.move(from: source.tokens.count, to: destination.tokens.count)
            try add(try remove(at: source), at: destination)
        case .copy(let from, let path):
            let source = try pointer(from)
            let destination = try pointer(path)
            let value = try value(at: source)
            growth.copy(value, from: source.tokens.count, to: destination.tokens.count)
            try add(value, at: destination)
        case .test(let path, let value):
            guard try self.value(at: try pointer(path)) == value else { throw LocationError(path: path, isTest: true) }
        }
    }

    private func pointer(_ text: String) throws(LocationError) -> Location {
        guard let pointer = JSONPointer(text) else { throw LocationError(path: text, isMalformed: true) }
        return Location(path: text, tokens: pointer.tokens[...])
    }

    /// Returns the value at a pointer.
    private func value(at location: Location) throws(LocationError) -> JSON {
        var value = self
        for token in location.tokens {
            switch value {
            case .object(let members):
                guard let member = members[token] else { throw LocationError(path: location.path) }
                value = member
            case .array(let elements): value = elements[try location.index(token, below: elements.count)]
            default: throw LocationError(path: location.path)
            }
        }
        return value
    }

    private mutating func add(_ value: JSON, at location: Location) throws(LocationError) {
        guard !location.tokens.isEmpty else { return self = value }
        try update(location) { (parent, token) throws(LocationError) in
            if var members = parent.takeMembers() {
                members[token] = value
                parent = .object(members)
            } else if var elements = parent.takeElements() {
                let index = token == "-" ? elements.count : try location.index(token, below: elements.count + 1)
                elements.insert(value, at: index)
                parent = .array(elements)
            } else {
                throw LocationError(path: location.path)
            }
        }
    }

    private mutating func remove(at location: Location) throws(LocationError) -> JSON {
        guard !location.tokens.isEmpty else {
            defer { self = .null }
            return self
        }
        return try update(location) { (parent, token) throws(LocationError) -> JSON in
            if var members = parent.takeMembers(), let member = members[token] {
                members[token] = nil
                parent = .object(members)
                return member
            }
            guard var elements = parent.takeElements() else { throw LocationError(path: location.path) }
            let removed = elements.remove(at: try location.index(token, below: elements.count))
            parent = .array(elements)
            return removed
        }
    }

    private mutating func replace(_ location: Location, with value: JSON) throws(LocationError) {
        guard !location.tokens.isEmpty else { return self = value }
        try update(location) { (parent, token) throws(LocationError) in
            if var members = parent.takeMembers(), members[token] != nil {
                members[token] = value
                parent = .object(members)
            } else if var elements = parent.takeElements() {
                elements[try location.index(token, below: elements.count)] = value
                parent = .array(elements)
            } else {
                throw LocationError(path: location.path)
            }
        }
    }

    /// Passes the container of a pointer, and the last token, to `body` for a change in place. Each container on the
    /// way is taken out, changed and put back, so that nothing is copied. After an error the value is unusable.
    private mutating func update<Result>(
        _ location: Location, _ body: (inout JSON, String) throws(LocationError) -> Result
    ) throws(LocationError) -> Result {
        guard let token = location.tokens.first else { throw LocationError(path: location.path) }
        if location.tokens.count == 1 { return try body(&self, token) }
        let rest = Location(path: location.path, tokens: location.tokens.dropFirst())
        if var members = takeMembers() {
            let result = try members.update(token) { (value) throws(LocationError) in try value.update(rest, body) }
            guard let result else { throw LocationError(path: location.path) }
            self = .object(members)
            return result
        }
        guard var elements = takeElements() else { throw LocationError(path: location.path) }
        let result = try elements[try location.index(token, below: elements.count)].update(rest, body)
        self = .array(elements)
        return result
    }

    /// Takes the members of an object and leaves null, so that they have no other owner.
    private mutating func takeMembers() -> JSONObject? {
        guard case .object(let members) = self else { return nil }
        self = .null
        return members
    }

    /// Takes the elements of an array and leaves null, so that they have no other owner.
    private mutating func takeElements() -> [JSON]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }
}

/// A pointer while it is resolved: its text and the remaining tokens.
private struct Location {
    let path: String
    let tokens: ArraySlice<String>

    /// Returns an array index (RFC 6901 section 4): digits without a leading zero, below `count`.
    func index(_ token: String, below count: Int) throws(LocationError) -> Int {
        let digits = token.utf8
        let isNumber = !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, digits.count == 1 || digits.first != UInt8(ascii: "0"), let index = Int(token), index < count
        else { throw LocationError(path: path) }
        return index
    }

    /// Whether this pointer is a descendant of another.
    func isInside(_ other: Location) -> Bool {
        tokens.count > other.tokens.count
            && zip(tokens, other.tokens).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}

/// The fault of a pointer.
private struct LocationError: Error {
    var path: String
    var isMalformed = false
    var isTest = false

    func patchError(_ number: Int) -> JSONPatchError {
        if isMalformed { return .malformed(operation: number, message: "\"\(path)\" is not a valid location") }
        return isTest ? .testFailed(operation: number, path: path) : .missing(operation: number, path: path)
    }
}
