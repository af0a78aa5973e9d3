import CSQLite
import SQLite
import Tables

/// The type of a column in PostgreSQL.
enum CopiedType: String {
    case boolean, bigint, text, bytea, date, timestamp, timestamptz, jsonb, numeric
    case double = "double precision"

    /// Chooses the type that can have every value of a column: the declared one where possible.
    init(of column: Column, _ content: ColumnContent) {
        let declared = Self(declaredBy: column)
        let isAsDeclared = content.others == 0
        switch declared {
        case .boolean where isAsDeclared, .date where isAsDeclared, .jsonb where isAsDeclared: self = declared
        case .timestamp where isAsDeclared && content.zoned == 0: self = .timestamp
        case .timestamp where isAsDeclared && content.local == 0: self = .timestamptz
        case _ where content.blobs > 0: self = .bytea
        case _ where content.texts > 0: self = .text
        case _ where content.reals > 0 && (content.integers > 0 || declared == .numeric): self = .numeric
        case _ where content.reals > 0: self = .double
        case .numeric, .double: self = declared
        case _ where content.integers > 0: self = declared == .text ? .text : .bigint
        default: self = declared
        }
    }

    private init(declaredBy column: Column) {
        self =
            switch column.valueKind {
            case .integer: .bigint
            case .number: column.affinity == .real ? .double : .numeric
            case .boolean: .boolean
            case .blob: .bytea
            case .date: .date
            case .datetime: .timestamp
            case .text: .text
            case .any: column.declaredType.uppercased().hasPrefix("JSON") ? .jsonb : .text
            }
    }

    /// Whether the type is another one than the declared type means.
    func differs(from column: Column) -> Bool {
        let declared = Self(declaredBy: column)
        let isZoned = declared == .timestamp && self == .timestamptz
        return self != declared && column.valueKind != .any && !isZoned
    }
}

extension CopiedType {
    /// Appends a value as `COPY` reads it, and adds it to what is checked afterwards.
    ///
    /// - Throws: Why PostgreSQL cannot have the value.
    func append(_ row: StatementRow, _ column: CInt, to bytes: inout [UInt8], _ check: inout ColumnCheck)
        throws(CopyError)
    {
        let type = row.type(column)
        guard type != SQLITE_NULL else { return bytes += Array("\\N".utf8) }
        check.count += 1
        switch self {
        case .boolean:
            check.sum += Int128(row.integer(column))
            bytes.append(row.integer(column) == 0 ? UInt8(ascii: "f") : UInt8(ascii: "t"))
        case .bytea:
            let value = type == SQLITE_BLOB ? row.blob(column) : row.text(column)
            check.sum += Int128(value.count)
            bytes += Array("\\\\x".utf8)
            for byte in value { bytes += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]] }
        case .bigint:
            check.sum += Int128(row.integer(column))
            bytes += Array(String(row.integer(column)).utf8)
        case .double, .numeric:
            if type == SQLITE_FLOAT {
                let number = row.real(column)
                check.add(number)
                bytes += Array((number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)").utf8)
            } else {
                check.add(Double(row.integer(column)))
                bytes += Array(String(row.integer(column)).utf8)
            }
        case .text, .date, .timestamp, .timestamptz, .jsonb:
            let text = row.text(column)
            guard !text.contains(0) else {
                throw CopyError("a text has the character NUL, which PostgreSQL cannot store")
            }
            guard String(validating: text, as: UTF8.self) != nil else { throw CopyError("a text is not UTF-8") }
            check.sum += Int128(text.count)
            append(text, to: &bytes)
        }
    }

    private func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\\"): bytes += [byte, byte]
            case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
            case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            default: bytes.append(byte)
            }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

/// What is known of the copied values of a column, to compare with the server's.
struct ColumnCheck {
    /// The number of values that are not NULL.
    var count = 0
    /// The sum of whole numbers, of truths, of the bits of reals, or of the lengths of texts.
    var sum: Int128 = 0
    /// The sum of decimal numbers, which may be rounded.
    var decimals = 0.0

    mutating func add(_ number: Double) {
        sum += Int128(Int64(bitPattern: number.bitPattern))
        decimals += number
    }
}

extension CopiedType {
    /// The server's number and sum of a column, as ``ColumnCheck`` counts them.
    func check(_ name: String) -> String {
        let sum: String? =
            switch self {
            case .boolean: "sum(\(name)::int)"
            case .bigint: "sum(\(name))"
            case .text, .bytea: "sum(octet_length(\(name)))"
            case .double: "sum(('x' || encode(float8send(\(name)), 'hex'))::bit(64)::bigint)"
            case .numeric: "sum(\(name)::double precision)"
            case .date, .timestamp, .timestamptz, .jsonb: nil
            }
        return "count(\(name)), \(sum.map { "coalesce(\($0), 0)" } ?? "NULL")"
    }

    /// Whether the server's number and sum are those of the copied values.
    func agrees(_ check: ColumnCheck, _ count: String?, _ sum: String?) -> Bool {
        guard count == String(check.count) else { return false }
        guard self != .numeric else {
            let found = sum.flatMap(Double.init) ?? .nan
            return found == check.decimals || abs(found - check.decimals) <= 1e-6 * max(abs(found), 1)
        }
        return sum.map { $0 == String(check.sum) } ?? true
    }
}
