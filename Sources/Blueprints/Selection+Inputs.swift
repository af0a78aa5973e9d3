import JSON
import Lists
import Scenes
import Stores
import Tables

extension Selection {
    /// The selection as documents show it.
    var inputs: JSONObject {
        var inputs: JSONObject = [
            "filters": .array(conditions.map { $0.json(named: parameter(of: $0)) }), "search": .string(search),
            "sort": .string(sortText),
        ]
        if table.keepsOrder { inputs["section"] = .string(sectionText) }
        return inputs
    }
}

extension Condition {
    fileprivate func json(named parameter: Route.Parameter) -> JSON {
        var json: JSONObject = ["name": .string(parameter.name), "value": .string(parameter.value)]
        if case .column(let column, let comparison) = subject {
            json["column"] = .string(column)
            json["comparison"] = .string(nullWord ?? comparison.rawValue)
        }
        return .object(json)
    }
}
