import Core
import XCTest

final class PassTests: XCTestCase {
    func testHolds() {
        print("a line printed by a test")
        XCTAssertEqual(Money(cents: 1).cents, 1)
    }

    func testHoldsToo() async throws {
        XCTAssertTrue(true)
    }
}
