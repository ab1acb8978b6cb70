import XCTest

final class CrashTests: XCTestCase {
    func testRunsBeforeTheCrash() {
        XCTAssertTrue(true)
    }

    func testCrashes() {
        fatalError("crashed on purpose")
    }
}
