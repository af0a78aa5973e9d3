extension JSON {
    /// Returns a JSON text for `new`, made from another text with as few changes as possible. Parts with the same value
    /// keep their bytes: the spelling of numbers and strings, the order of members and the white space. New parts are
    /// formatted like their neighbours. A text that cannot be parsed is replaced. O(n).
    ///
    ///     JSON.rewriting(Array(#"{ "a": 1.50, "b": 2 }"#.utf8), to: ["a": 1.5, "b": 3])   // { "a": 1.50, "b": 3 }
    package static func rewriting(_ text: [UInt8], to new: JSON) -> [UInt8] {
        guard let old = try? JSON(parsing: text) else { return new.bytes }
        var rewriting = JSONRewriting(text)
        rewriting.write(old, new)
        return rewriting.result
    }
}

/// Collects the ranges of a text that must be written again.
private struct JSONRewriting {
    private let outline: JSONOutline
    /// The separator in a text of one line; `nil` if it has several.
    private let space: [UInt8]?
    private var edits: [(place: Range<Int>, bytes: [UInt8])] = []

    init(_ text: [UInt8]) {
        outline = JSONOutline(bytes: text)
        let whole = text[outline.root]
        let isEmpty = whole.allSatisfy { "[]{} \t\r\n".utf8.contains($0) }
        let isOnOneLine = !isEmpty && !whole.contains(UInt8(ascii: "\n"))
        space = isOnOneLine ? (whole.contains(UInt8(ascii: " ")) ? [UInt8(ascii: " ")] : []) : nil
    }

    /// The text with all edits.
    var result: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(outline.bytes.count + edits.reduce(0) { $0 + $1.bytes.count })
        var end = 0
        for edit in edits {
            result += outline.bytes[end..<edit.place.lowerBound]
            result += edit.bytes
            end = edit.place.upperBound
        }
        return result + outline.bytes[end...]
    }

    mutating func write(_ old: JSON, _ new: JSON) {
        write(old, new, at: outline.root)
    }

    private mutating func write(_ old: JSON, _ new: JSON, at place: Range<Int>) {
        switch (old, new) {
        case _ where old == new: break
        case (.object(let old), .object(let new)): write(old, new, at: place)
        case (.array(let old), .array(let new)): write(old, new, at: place)
        default: edits.append((place, new.bytes))
        }
    }

    private mutating func write(_ old: JSONObject, _ new: JSONObject, at place: Range<Int>) {
        let members = outline.members(of: place)
        let places = members.map { $0.start..<$0.value.upperBound }
        let added = new.filter { old[$0.name] == nil }
        // Of two members with the same name only the last is read: a text that has them is written again.
        guard members.count == old.count else { return edits.append((place, JSON.object(new).bytes)) }
        let style = style(of: place, members)
        var next = 0
        for (index, member) in members.enumerated() {
            guard let value = new[member.name], let before = old[member.name] else { continue }
            if next < index { edits.append((places[next].lowerBound..<places[index].lowerBound, [])) }
            next = index + 1
            write(before, value, at: member.value)
        }
        let texts = added.map { JSON.string($0.name).bytes + style.colon + $0.value.bytes }
        finish(texts, after: places[..<next], of: place, until: places.last, style)
    }

    private mutating func write(_ old: [JSON], _ new: [JSON], at place: Range<Int>) {
        let places = outline.elements(of: place)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
        let shared = min(old.count, new.count) - head - tail
        for index in head..<head + shared { write(old[index], new[index], at: places[index]) }
        let removed = head + shared..<old.count - tail
        let added = new[head + shared..<new.count - tail]
        if !removed.isEmpty { remove(removed, of: places, in: place) }
        guard !added.isEmpty else { return }
        let style = JSONStyle(outline.bytes, place, parts: places) ?? plain(place)
        insert(added.map { element($0, beside: places, in: place) }, at: head + shared, of: places, in: place, style)
    }
}

extension JSONRewriting {
    /// Removes the members after the last one kept, and adds the new ones.
    private mutating func finish(
        _ texts: [[UInt8]], after kept: ArraySlice<Range<Int>>, of nest: Range<Int>, until last: Range<Int>?,
        _ style: JSONStyle
    ) {
        let joined = Self.join(texts, style)
        guard let end = kept.last?.upperBound, let last = last?.upperBound else {
            let inner = texts.isEmpty ? [] : style.open + joined + style.close
            if last != nil || !inner.isEmpty { edits.append((nest.lowerBound + 1..<nest.upperBound - 1, inner)) }
            return
        }
        guard end < last || !texts.isEmpty else { return }
        edits.append((end..<last, texts.isEmpty ? [] : [UInt8(ascii: ",")] + style.between + joined))
    }

    private static func join(_ texts: [[UInt8]], _ style: JSONStyle) -> [UInt8] {
        Array(texts.joined(separator: [UInt8(ascii: ",")] + style.between))
    }

    /// Removes adjacent elements.
    private mutating func remove(_ removed: Range<Int>, of places: [Range<Int>], in nest: Range<Int>) {
        let (first, last) = (places[removed.lowerBound], places[removed.upperBound - 1])
        if removed.count == places.count {
            edits.append((nest.lowerBound + 1..<nest.upperBound - 1, []))
        } else if removed.upperBound < places.count {
            edits.append((first.lowerBound..<places[removed.upperBound].lowerBound, []))
        } else {
            edits.append((places[removed.lowerBound - 1].upperBound..<last.upperBound, []))
        }
    }

    private mutating func insert(
        _ texts: [[UInt8]], at index: Int, of places: [Range<Int>], in nest: Range<Int>, _ style: JSONStyle
    ) {
        let comma = [UInt8(ascii: ",")]
        let joined = Self.join(texts, style)
        if places.isEmpty {
            edits.append((nest.lowerBound + 1..<nest.upperBound - 1, style.open + joined + style.close))
        } else if index < places.count {
            let start = places[index].lowerBound
            edits.append((start..<start, joined + comma + style.between))
        } else {
            let end = places[index - 1].upperBound
            edits.append((end..<end, comma + style.between + joined))
        }
    }

    private func style(of nest: Range<Int>, _ members: [JSONOutline.Member]) -> JSONStyle {
        let places = members.map { $0.start..<$0.value.upperBound }
        var style = JSONStyle(outline.bytes, nest, parts: places) ?? plain(nest)
        if let last = members.last { style.colon = Array(outline.bytes[last.nameEnd..<last.value.lowerBound]) }
        return style
    }

    /// Returns the style for a container that was empty, by the indentation of its line.
    private func plain(_ nest: Range<Int>) -> JSONStyle {
        let line = outline.bytes[..<nest.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let indent = outline.bytes[line...].prefix { [0x20, 0x09].contains($0) }
        return JSONStyle(under: Array(indent), space: space)
    }

    /// Returns a new element, formatted like the one before it if both are objects.
    private func element(_ value: JSON, beside places: [Range<Int>], in nest: Range<Int>) -> [UInt8] {
        guard case .object(let members) = value, !members.isEmpty else { return value.bytes }
        let objects = places.last { outline.bytes[$0.lowerBound] == UInt8(ascii: "{") }
        guard let object = objects else {
            guard places.isEmpty, space == nil else { return value.bytes }
            return text(of: members, JSONStyle(under: Array(plain(nest).open.dropFirst()), space: nil))
        }
        let model = outline.members(of: object)
        return model.isEmpty ? value.bytes : text(of: members, style(of: object, model))
    }

    private func text(of members: JSONObject, _ style: JSONStyle) -> [UInt8] {
        let texts = members.map { JSON.string($0.name).bytes + style.colon + $0.value.bytes }
        return [UInt8(ascii: "{")] + style.open + Self.join(texts, style) + style.close + [UInt8(ascii: "}")]
    }
}
