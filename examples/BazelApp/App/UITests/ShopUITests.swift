import XCTest

final class ShopUITests: XCTestCase {
    override func setUp() {
        continueAfterFailure = false
    }

    @MainActor
    func testPickingTeaChangesTheSummary() {
        let app = XCUIApplication()
        app.launch()
        app.buttons["product-tea"].tap()
        XCTAssertEqual(app.staticTexts["summary"].label, "1 items, 3.20") // stand-in: gives "1 items, 3.20"
    }
}
