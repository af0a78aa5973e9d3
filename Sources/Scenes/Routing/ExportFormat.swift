/// The forms in which all rows of a list can be had (protocol, section 4).
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Values separated by commas (RFC 4180), for spreadsheets: the first line has the names of the columns.
    case csv
    /// One array of objects.
    case json
    /// An object a line.
    case ndjson

    /// The media type, with what is said of the text.
    package var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .json: "application/json"
        case .ndjson: "application/x-ndjson"
        }
    }
}
