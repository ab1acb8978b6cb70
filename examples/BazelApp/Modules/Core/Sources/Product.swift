/// Something that the shop sells.
public struct Product: Equatable, Hashable, Identifiable, Sendable {
    public let id: String
    public let name: String
    public let price: Money

    public init(id: String, name: String, price: Money) {
        self.id = id
        self.name = name
        self.price = price
    }
}
