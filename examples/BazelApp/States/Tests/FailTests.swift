import Core
import XCTest

final class FailTests: XCTestCase {
    func testPasses() {
        XCTAssertEqual(Money(cents: 2).cents, 2)
    }

    func testFails() {
        XCTAssertEqual(Money(cents: 300).cents, 400, "the price <of> tea & cake") // stand-in: gives 300
    }
}
