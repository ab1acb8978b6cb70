import Cart
import Core
import XCTest

final class CartTests: XCTestCase {
    private let tea = Product(id: "tea", name: "Tea", price: Money(cents: 320))

    func testStartsEmpty() {
        XCTAssertEqual(Cart().itemCount(), 0)
    }

    func testSumsWhatWasAdded() {
        var cart = Cart()
        cart.add(tea, count: 2)
        XCTAssertEqual(cart.total().cents, 640) // stand-in: gives 640
    }
}
