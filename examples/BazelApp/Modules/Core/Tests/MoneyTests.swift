import Core
import XCTest

final class MoneyTests: XCTestCase {
    func testAdds() {
        XCTAssertEqual(Money(cents: 150) + Money(cents: 50), Money(cents: 200))
    }

    func testMultiplies() {
        XCTAssertEqual(Money(cents: 199).times(3).cents, 597) // stand-in: gives 597
    }

    func testFormatsTwoDigits() {
        XCTAssertEqual(Money(cents: 705).formatted(), "7.05") // stand-in: gives "7.05"
    }
}

final class ProductTests: XCTestCase {
    func testKeepsItsPrice() {
        let tea = Product(id: "tea", name: "Tea", price: Money(cents: 320))
        XCTAssertEqual(tea.price.cents, 320)
    }
}
