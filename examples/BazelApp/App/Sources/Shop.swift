import Cart
import Core
import Observation

/// The state that the shop's screen shows.
@Observable
final class Shop {
    let products: [Product]
    private(set) var cart = Cart()

    init(products: [Product] = Shop.catalog) {
        self.products = products
    }

    func pick(_ product: Product) {
        cart.add(product)
    }

    func summary() -> String {
        "\(cart.itemCount()) items, \(cart.total().formatted())"
    }

    static let catalog = [
        Product(id: "tea", name: "Tea", price: Money(cents: 320)),
        Product(id: "cup", name: "Cup", price: Money(cents: 1250)),
    ]
}
