import Foundation
import XCTest

final class FlakyTests: XCTestCase {
    /// Fails and passes in turn: the marker of one run is what the next one finds.
    func testSecondAttemptPasses() throws {
        let marker = FileManager.default.temporaryDirectory.appendingPathComponent("bazelapp-flaky-marker")
        if FileManager.default.fileExists(atPath: marker.path) {
            try FileManager.default.removeItem(at: marker)
            return
        }
        try Data().write(to: marker)
        XCTFail("the first attempt fails on purpose") // stand-in: every other time
    }
}
