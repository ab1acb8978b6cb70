import XCTest

@testable import AppLib

final class ShopTests: XCTestCase {
    func testStartsWithTheCatalog() {
        XCTAssertEqual(Shop().products.count, 2)
    }

    func testSummaryFollowsThePicks() {
        let shop = Shop()
        shop.pick(shop.products[0])
        XCTAssertEqual(shop.summary(), "1 items, 3.20") // stand-in: gives "1 items, 3.20"
    }
}
