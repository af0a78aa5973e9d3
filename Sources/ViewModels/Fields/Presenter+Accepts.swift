import JSON
import Loop

extension Presenter {
    /// The values that a client may send for each input, by name: the member `accepts` of a document (protocol, section
    /// 8).
    package final var accepts: JSONObject {
        JSONObject(inputFields.map { name, field in (name, .object(field.argument)) })
    }
}
