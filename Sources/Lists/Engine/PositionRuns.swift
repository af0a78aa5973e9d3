extension [Int] {
    /// The numbers as ranges without gaps, ascending.
    package var runs: [Range<Int>] {
        sorted().reduce(into: []) { runs, number in
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
    }
}
