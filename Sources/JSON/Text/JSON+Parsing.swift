import CJansson

extension JSON {
    /// Options for reading a text.
    public struct ParsingOptions: Sendable {
        /// The deepest nesting of arrays and objects; at most 2,000.
        public var depthLimit: Int
        /// The most values in a text. Each element and each member's value counts.
        public var elementLimit: Int
        /// Whether an object with two members of the same name is invalid; otherwise the last one wins.
        public var rejectsDuplicates: Bool

        /// Creates options. By default 64 levels, any number of values, and the last of duplicate members.
        public init(depthLimit: Int = 64, elementLimit: Int = .max, rejectsDuplicates: Bool = false) {
            self.depthLimit = min(depthLimit, 2_000)
            self.elementLimit = elementLimit
            self.rejectsDuplicates = rejectsDuplicates
        }
    }

    /// Reads JSON text (RFC 8259) in UTF-8. The root may be any value. Integers beyond 64 bits and numbers beyond a
    /// double are errors and never rounded. O(n).
    public init(parsing text: String, options: ParsingOptions = ParsingOptions()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// Reads JSON text in UTF-8.
    public init(parsing bytes: [UInt8], options: ParsingOptions = ParsingOptions()) throws(JSONError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONError) in try JSON(parsing: bytes, options: options) }
        }
        self = try result.get()
    }

    /// Reads JSON text in UTF-8.
    public init(
        parsing bytes: UnsafeRawBufferPointer, options: ParsingOptions = ParsingOptions()
    ) throws(JSONError) {
        if let place = bytes.firstIndex(of: 0) { throw Self.strayNUL(in: bytes, at: place) }
        let scan = JSONScan(bytes)
        guard scan.depth <= options.depthLimit else { throw .tooDeep(limit: options.depthLimit) }
        guard scan.values <= options.elementLimit else { throw .tooMany(limit: options.elementLimit) }
        guard scan.hasEscapedNULInName else {
            self = try Self.load(bytes, options: options).value()
            return
        }
        let result = NULSubstitute.apply(to: bytes).withUnsafeBytes { bytes in
            Result { () throws(JSONError) in try Self.load(bytes, options: options).value() }
        }
        self = NULSubstitute.undo(in: try result.get())
    }

    /// Returns the error for a NUL in the text itself, which jansson overlooks after a number or a word.
    private static func strayNUL(in bytes: UnsafeRawBufferPointer, at place: Int) -> JSONError {
        let before = bytes[..<place]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
        return .syntax(message: "control character 0x0", line: line, column: column)
    }

    private static func load(
        _ bytes: UnsafeRawBufferPointer, options: ParsingOptions
    ) throws(JSONError) -> JanssonValue {
        var error = json_error_t()
        let flags =
            cjansson_decode_any() | cjansson_allow_nul()
            | (options.rejectsDuplicates ? cjansson_reject_duplicates() : 0)
        let text = bytes.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) }
        guard let text, let value = json_loadb(text, bytes.count, flags, &error) else {
            let (line, column) = (max(1, Int(error.line)), max(0, Int(error.column)))
            if text != nil, json_error_code(&error) == json_error_numeric_overflow {
                throw .tooBig(name: bytes.memberName(before: Int(error.position)), line: line, column: column)
            }
            let message = text == nil ? "the text is empty" : String(cString: cjansson_error_text(&error))
            throw .syntax(message: message, line: line, column: column)
        }
        return JanssonValue(value)
    }
}

/// An owned value of jansson.
private struct JanssonValue: ~Copyable {
    private let pointer: UnsafeMutablePointer<json_t>

    init(_ pointer: UnsafeMutablePointer<json_t>) {
        self.pointer = pointer
    }

    deinit {
        json_decref(pointer)
    }

    func value() -> JSON { Self.convert(pointer) }

    private static func convert(_ json: UnsafeMutablePointer<json_t>) -> JSON {
        switch json.pointee.type {
        case JSON_TRUE: .bool(true)
        case JSON_FALSE: .bool(false)
        case JSON_INTEGER: .int(json_integer_value(json))
        case JSON_REAL: .double(json_real_value(json))
        case JSON_STRING: .string(text(json_string_value(json), json_string_length(json)))
        case JSON_ARRAY:
            .array((0..<json_array_size(json)).compactMap { json_array_get(json, $0).map(convert) })
        case JSON_OBJECT: .object(members(of: json))
        default: .null
        }
    }

    private static func members(of json: UnsafeMutablePointer<json_t>) -> JSONObject {
        var members = JSONObject()
        var iterator = json_object_iter(json)
        while let current = iterator {
            if let name = json_object_iter_key(current), let value = json_object_iter_value(current) {
                members[String(cString: name)] = convert(value)
            }
            iterator = json_object_iter_next(json, current)
        }
        return members
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let start else { return "" }
        return start.withMemoryRebound(to: UInt8.self, capacity: length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
        }
    }
}
