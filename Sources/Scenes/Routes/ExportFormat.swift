/// The formats for exporting all rows of a list (protocol, section 4).
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180), for spreadsheets. The first line has the column names.
    case csv
    /// One array of objects.
    case json
    /// One object on each line.
    case ndjson

    /// The media type, with its parameters.
    package var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .json: "application/json"
        case .ndjson: "application/x-ndjson"
        }
    }
}
