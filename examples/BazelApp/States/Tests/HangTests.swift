import Foundation
import XCTest

final class HangTests: XCTestCase {
    func testNeverEnds() {
        Thread.sleep(forTimeInterval: 600)
    }
}
