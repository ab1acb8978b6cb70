import Core

/// What a customer has picked so far.
public struct Cart: Sendable {
    private var counts: [Product: Int] = [:]

    public init() {}

    public mutating func add(_ product: Product, count: Int = 1) {
        counts[product, default: 0] += count
    }

    public mutating func remove(_ product: Product) {
        counts[product] = nil
    }

    public func total() -> Money {
        counts.reduce(Money(cents: 0)) { sum, entry in
            sum + entry.key.price.times(entry.value)
        }
    }

    public func itemCount() -> Int {
        counts.values.reduce(0, +)
    }
}
