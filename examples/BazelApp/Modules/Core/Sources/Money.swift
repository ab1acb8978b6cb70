/// An amount in cents, so that sums stay exact.
public struct Money: Equatable, Hashable, Sendable {
    public let cents: Int

    public init(cents: Int) {
        self.cents = cents
    }

    public static func + (left: Money, right: Money) -> Money {
        Money(cents: left.cents + right.cents)
    }

    public func times(_ count: Int) -> Money {
        Money(cents: cents * count)
    }

    public func formatted() -> String {
        let rest = cents % 100
        return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
