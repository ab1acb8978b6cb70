import XCTest

final class ShardedTests: XCTestCase {
    func testOne() { XCTAssertEqual(1, 1) }

    func testTwo() { XCTAssertEqual(2, 2) }

    func testThree() { XCTAssertEqual(3, 3) }

    func testFour() { XCTAssertEqual(4, 4) }
}
