import Testing
import XCTest

final class SkippedTests: XCTestCase {
    func testSkipsItself() throws {
        throw XCTSkip("needs a camera")
    }

    func testIsRun() {
        XCTAssertTrue(true)
    }
}

struct DisabledTests {
    @Test(.disabled("waits for the new server")) func usesTheNewServer() {
        Issue.record("never reached")
    }
}
