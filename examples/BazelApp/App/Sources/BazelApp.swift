import SwiftUI

@main
struct BazelApp: App {
    init() {
        print("BazelApp started")
    }

    var body: some Scene {
        WindowGroup {
            ShopView(shop: Shop())
        }
    }
}
