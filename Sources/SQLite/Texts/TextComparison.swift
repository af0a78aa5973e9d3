import CSQLite

/// SQL functions that compare texts for routes: `oriel_contains(column, column, …, oriel_pattern(?))`, and
/// `oriel_starts(column, oriel_pattern(?))`.
///
/// LIKE takes the product of both lengths within one step of SQLite's virtual machine, which cannot be interrupted.
/// Numbers are compared by their digits, NULL equals nothing, and blobs never match.
package enum TextComparison {
    /// Adds the functions to a connection. The desk's connection does not have them, so that no write waits for a
    /// comparison.
    package static func enable(on connection: OpaquePointer?) {
        for (name, count, function) in [
            ("oriel_pattern", 1, makePattern), ("oriel_contains", -1, contains), ("oriel_starts", 2, starts),
        ] {
            sqlite3_create_function_v2(
                connection, name, CInt(count), SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, function, nil, nil, nil)
        }
    }

    /// The limit on the columns of one call. SQLite permits 100 arguments.
    private static let most = 90

    /// Returns conditions with one parameter each. At least one of them is true if one of the columns contains that
    /// text. Each call compares many values of a row, because a call costs more than comparing a short value.
    package static func conditions(anyOf columns: [String]) -> [String] {
        stride(from: 0, to: columns.count, by: most).map { start in
            let part = columns[start..<min(start + most, columns.count)]
            return "oriel_contains(\(part.joined(separator: ", ")), oriel_pattern(?))"
        }
    }

    /// Returns a condition that a column contains the text of a parameter, or starts with it.
    ///
    /// The pattern is a function's result, because SQLite keeps the arguments of a function with a constant among them
    /// in memory. Thirty conditions on a column would keep thirty copies of its value.
    package static func condition(_ column: String, isStart: Bool) -> String {
        "\(isStart ? "oriel_starts" : "oriel_contains")(\(column), oriel_pattern(?))"
    }

    /// The type that distinguishes a pointer to a pattern from others. SQLite does not copy the name.
    fileprivate static var pointerType: UnsafePointer<CChar> {
        let name: StaticString = "oriel"
        return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Sets the result of a function: whether one of the values matches the pattern, which is the last value.
    fileprivate static func answer(
        _ context: OpaquePointer?, _ count: CInt, _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ compare: (TextPattern, UnsafeBufferPointer<UInt8>) -> Bool?
    ) {
        guard let values, count > 1, let pointer = sqlite3_value_pointer(values[Int(count) - 1], pointerType) else {
            return
        }
        let pattern = Unmanaged<TextPattern>.fromOpaque(pointer).takeUnretainedValue()
        for value in UnsafeBufferPointer(start: values, count: Int(count) - 1) {
            switch sqlite3_value_type(value) {
            case SQLITE_TEXT: break
            case SQLITE_INTEGER where pattern.mayBeInNumber, SQLITE_FLOAT where pattern.mayBeInNumber: break
            default: continue
            }
            guard let text = sqlite3_value_text(value) else { return sqlite3_result_error_nomem(context) }
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
            guard let isMatch = compare(pattern, bytes) else {
                return sqlite3_result_error_code(context, SQLITE_INTERRUPT)
            }
            if isMatch { return sqlite3_result_int(context, 1) }
        }
        sqlite3_result_int(context, 0)
    }
}

private typealias SQLFunction = @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void

// These are global because SQLite calls them on the thread that runs the statement.

/// Folds a pattern once for all rows of a statement's run.
private let makePattern: SQLFunction = { context, _, values in
    if let known = sqlite3_get_auxdata(context, 0) {
        return sqlite3_result_pointer(context, known, TextComparison.pointerType, nil)
    }
    if let value = values?[0] {
        let text = UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
        sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(TextPattern(text)).toOpaque(), releasePattern)
    }
    guard let pattern = sqlite3_get_auxdata(context, 0) else { return sqlite3_result_error_nomem(context) }
    sqlite3_result_pointer(context, pattern, TextComparison.pointerType, nil)
}

private let releasePattern: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pattern in
    if let pattern { Unmanaged<TextPattern>.fromOpaque(pattern).release() }
}

private let contains: SQLFunction = { context, count, values in
    TextComparison.answer(context, count, values) { $0.isFound(in: $1) }
}

private let starts: SQLFunction = { context, count, values in
    TextComparison.answer(context, count, values) { $0.isStart(of: $1) }
}
