/// A month of the calendar.
package enum Month {
    /// Returns the number of days in a month, from 1 to 12, of a year; 0 for another number.
    package static func dayCount(_ month: Int, of year: Int) -> Int {
        guard (1...12).contains(month) else { return 0 }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
