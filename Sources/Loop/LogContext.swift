/// The fields of the log lines that the running task writes.
package enum LogContext {
    /// The fields by name, such as `id`, the request's id.
    @TaskLocal package static var fields: [String: String] = [:]
}
