import JSON
import Loop

// Inputs that live in the address. The value of such an input is always that of its query parameter. A client that sets
// it is sent to the route with the new value, which is another scene.
extension ViewModel {
    /// The inputs that live in the address, by name.
    private var queryFields: [(name: String, field: Field, query: String)] {
        inputFields.compactMap { name, field in field.query.map { (name, field, $0) } }
    }

    /// The names of the query parameters.
    package final var queryNames: [String] { queryFields.map(\.query) }

    /// The names of the inputs that live in the address. Viewers of a shared screen may set them.
    package final var namesInQuery: Set<String> { queryPlace == nil ? [] : Set(queryFields.map(\.name)) }

    /// What is wrong with the query parameters, as a sentence; `nil` if nothing is.
    package final var queryFault: String? {
        for (_, field, query) in queryFields {
            guard let text = queryPlace?.texts[query] else { continue }
            guard let value = field.value(of: text), field.text(of: value) == text else {
                return "The query parameter \(query) has an invalid value."
            }
            if let fault = field.fault(in: value) { return "The query parameter \(query) \(fault)." }
        }
        return nil
    }

    /// The route without the parameters that have their default; `nil` if there are none.
    package final var routeWithoutDefaults: String? {
        guard let queryPlace else { return nil }
        let defaults = queryFields.filter { name, field, query in
            queryPlace.texts[query].flatMap { field.value(of: $0) }.map { $0 == queryDefaults[name] } ?? false
        }
        guard !defaults.isEmpty else { return nil }
        let names = Set(defaults.map(\.query))
        return queryPlace.route(queryNames.map { ($0, names.contains($0) ? nil : queryPlace.texts[$0]) })
    }

    /// Takes the values in the address, before the view model is set up. The values before are the defaults.
    final func readQuery() {
        guard let queryPlace else { return }
        for (name, field, query) in queryFields {
            queryDefaults[name] = field.json
            if let text = queryPlace.texts[query], let value = field.value(of: text) { field.take(value) }
        }
    }

    /// Returns the navigation to the route with other values of inputs, or `nil` if the route would be the same.
    final func navigation(setting values: JSONObject) -> Navigation? {
        guard let queryPlace else { return nil }
        var isNews = false
        let texts = queryFields.map { name, field, query in
            let value = values[name] ?? field.json
            let text = value == queryDefaults[name] ? nil : field.text(of: value)
            if text != queryPlace.texts[query] { isNews = true }
            return (query, text)
        }
        return isNews ? Navigation(queryPlace.route(texts), style: .replace) : nil
    }

    /// Returns the navigation to the route of the present values, if they are not those in the address: the screen has
    /// set one itself, or the address has a default. The values in the address count again.
    package final func takeQueryNavigation() -> Navigation? {
        guard let queryPlace, let navigation = navigation(setting: [:]) else { return nil }
        for (name, field, query) in queryFields {
            field.take(queryPlace.texts[query].flatMap { field.value(of: $0) } ?? queryDefaults[name] ?? .null)
        }
        return navigation
    }
}

extension Field {
    /// Returns the value that a query parameter stands for; `nil` for an invalid text.
    fileprivate func value(of text: String) -> JSON? {
        let values = [JSON.string(text)] + ((try? JSON(parsing: Array(text.utf8))).map { [$0] } ?? [])
        return values.first { accepts($0) }
    }

    /// Returns the text of a value in a query parameter; `nil` for the absent value of an optional.
    fileprivate func text(of value: JSON) -> String? {
        if value == .null { return nil }
        return value.stringValue ?? String(decoding: value.bytes, as: UTF8.self)
    }
}
