import XCTest

@testable import MacLib

final class GreetingTests: XCTestCase {
    func testNamesTheMachine() {
        XCTAssertEqual(Greeting().text(for: "Mac"), "Hello, Mac") // stand-in: gives "Hello, Mac"
    }
}
