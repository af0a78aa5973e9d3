import Changes
import JSON
import Tables
import ViewModels

/// The rules of a declared field: what it takes, and how documents describe it.
struct FieldRules: Sendable {
    let field: FieldDeclaration

    /// The length limit of a text that is compared with a pattern, in characters. It bounds the work of a pattern.
    private static let matchLimit = 300

    /// Returns why a value is refused, as the end of a sentence or as the declared message; `nil` if it is taken.
    func fault(of value: JSON?) -> String? {
        guard let value, value != .null, value.stringValue?.isBlank != true else {
            return field.isRequired ? field.message ?? "is required" : nil
        }
        return fault(ofPresent: value).map { field.message ?? $0 }
    }

    private func fault(ofPresent value: JSON) -> String? {
        switch value {
        case .array, .object: return "has to be a single value"
        default: break
        }
        let text = value.stringValue ?? value.plainText
        if text.utf8.contains(0) { return "has a character that is not allowed" }
        if !field.choices.isEmpty, !field.choices.contains(where: { $0.value == text }) {
            return "is not one of: \(field.choices.map(\.value).joined(separator: ", "))"
        }
        if let fault = fault(ofKind: value, text) { return fault }
        if let least = field.minLength, text.count < least { return "has to have at least \(least) characters" }
        if let most = field.maxLength, text.count > most { return "has to have at most \(most) characters" }
        if let bound = field.least, bound.isAfter(value) { return "has to be at least \(bound.text)" }
        if let bound = field.most, bound.isBefore(value) { return "has to be at most \(bound.text)" }
        if let pattern = field.pattern {
            guard text.count <= Self.matchLimit, let regex = try? Regex(pattern),
                (try? regex.wholeMatch(in: text)) != nil
            else { return "has another form than is asked for" }
        }
        return nil
    }

    private func fault(ofKind value: JSON, _ text: String) -> String? {
        switch field.kind {
        case .integer where value.intValue == nil: "is not a whole number"
        case .number where value.doubleValue == nil: "is not a number"
        case .boolean where !["true", "false", "0", "1"].contains(text): "is not true or false"
        case .date where !text.isDate, .datetime where !text.prefix(10).description.isDate: "is not a date"
        case nil where field.hasDates && !text.prefix(10).description.isDate: "is not a date"
        case .mail where text.wholeMatch(of: /[^\s@]+@[^\s@]+/) == nil: "is not a mail address"
        case .url where text.wholeMatch(of: /https?:\/\/\S+/) == nil: "is not a web address"
        default: nil
        }
    }

    /// Throws if values were refused, with a sentence for each by its name.
    static func refuse(_ faults: [String: String]) throws(CommandFailure) {
        guard !faults.isEmpty else { return }
        throw .invalid(message: "Some values are not accepted.", fields: faults)
    }

    /// Adds to the description of an argument what the field says about it.
    func dress(_ argument: inout JSONObject) {
        argument["label"] = field.label.map(JSON.string)
        if let help = field.help { argument["help"] = .string(help) }
        argument["message"] = field.message.map(JSON.string)
        if field.isRequired { argument["required"] = true }
        if field.kind == .multiline { argument["multiline"] = true }
        if field.kind == .mail || field.kind == .url { argument["format"] = field.kind.map { .string($0.rawValue) } }
        argument["min"] = field.least?.json
        argument["max"] = field.most?.json
        argument["minLength"] = field.minLength.map { .int(Int64($0)) }
        argument["maxLength"] = field.maxLength.map { .int(Int64($0)) }
        argument["match"] = field.pattern.map(JSON.string)
        if let standard = field.standard { argument["default"] = .string(standard) }
        if !field.choices.isEmpty {
            argument["choices"] = .array(
                field.choices.map { ["value": .string($0.value), "title": .string($0.title)] })
        }
    }

    /// The description of the field as an argument of a command of its own.
    var argument: JSONObject {
        let type: String
        switch field.kind {
        case .integer, .number, .boolean, .date, .datetime: type = field.kind?.rawValue ?? "text"
        case .reference: type = "any"
        case .text, .multiline, .choice, .mail, .url, nil: type = "text"
        }
        var argument: JSONObject = ["type": .string(type), "required": .bool(field.isRequired)]
        dress(&argument)
        return argument
    }
}

extension FieldDeclaration.Bound {
    /// The bound for people.
    fileprivate var text: String {
        switch self {
        case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
        case .text(let text): text
        case .today: UTC.date()
        }
    }

    /// The bound as documents state it.
    fileprivate var json: JSON {
        switch self {
        case .number(let number): Int64(exactly: number).map(JSON.int) ?? .double(number)
        case .text(let text): .string(text)
        case .today: "today"
        }
    }

    /// Whether a value is smaller than the bound.
    fileprivate func isAfter(_ value: JSON) -> Bool {
        guard case .number(let number) = self else { return value.stringValue.map { $0 < text } ?? false }
        return value.doubleValue.map { $0 < number } ?? false
    }

    /// Whether a value is larger than the bound. A date with a time lies within its day.
    fileprivate func isBefore(_ value: JSON) -> Bool {
        guard case .number(let number) = self else {
            return value.stringValue.map { $0.prefix(text.count) > text } ?? false
        }
        return value.doubleValue.map { $0 > number } ?? false
    }
}

extension FieldDeclaration {
    /// Whether a bound is a day, so that values are dates.
    fileprivate var hasDates: Bool {
        [least, most].contains { bound in if case .today? = bound { true } else { false } }
    }
}

extension String {
    /// Whether the text is a day of the calendar, such as `2026-11-23`.
    fileprivate var isDate: Bool {
        guard let match = wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/), let year = Int(match.output.1),
            let month = Int(match.output.2), let day = Int(match.output.3)
        else { return false }
        return day > 0 && day <= Month.dayCount(month, of: year)
    }

    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// The rules of a declared form.
struct FormRules: Sendable {
    private let form: FormDeclaration
    /// The list to choose from, by field.
    private let lists: [String: String]

    /// Creates the rules of a form. `lists` has the routes of the lists to choose from, by field.
    init(_ form: FormDeclaration, choosingFrom lists: [String: String] = [:]) {
        (self.form, self.lists) = (form, lists)
    }

    /// Throws if the form refuses a value. Of a new row, all required fields must have values.
    func check(_ values: JSONObject, isInsertion: Bool) throws(CommandFailure) {
        var faults: [String: String] = [:]
        for name in values.names where isReadOnly(name) { faults[name] = "cannot be changed" }
        for field in form.fields where isInsertion || values[field.name] != nil {
            if isInsertion, values[field.name] == nil, field.standard != nil { continue }
            if let fault = FieldRules(field: field).fault(of: values[field.name]) { faults[field.name] = fault }
        }
        try FieldRules.refuse(faults)
    }

    /// Returns the descriptions of columns as the form shows them: in the order of its groups, without those that it
    /// does not change.
    func dressed(_ arguments: [(String, JSONObject)]) -> [(String, JSONObject)] {
        let order = form.groups.flatMap(\.columns)
        let known = arguments.filter { !isReadOnly($0.0) }
        let grouped = order.compactMap { name in known.first { ExactName($0.0) == ExactName(name) } }
        let others = known.filter { argument in !order.contains { ExactName($0) == ExactName(argument.0) } }
        return (grouped + others).map { name, argument in
            var argument = argument
            if let field = form.fields.first(where: { ExactName($0.name) == ExactName(name) }) {
                FieldRules(field: field).dress(&argument)
            }
            let group = form.groups.first { $0.columns.contains { ExactName($0) == ExactName(name) } }
            argument["group"] = group.map { .string($0.title) }
            if let list = lists[name] { argument["list"] = .string(list) }
            return (name, argument)
        }
    }

    private func isReadOnly(_ name: String) -> Bool { form.readOnly.contains { ExactName($0) == ExactName(name) } }
}

extension JSON {
    /// A number or a truth as a text; empty for other values.
    fileprivate var plainText: String {
        switch self {
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .bool(let flag): String(flag)
        case .null, .string, .array, .object: ""
        }
    }
}
