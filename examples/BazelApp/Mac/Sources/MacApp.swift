import Core
import SwiftUI

@main
struct MacApp: App {
    init() {
        print("BazelApp for Mac started")
        print("2 products in the catalog")
    }

    var body: some Scene {
        WindowGroup {
            Text(Greeting().text(for: "Mac"))
                .padding()
        }
    }
}
