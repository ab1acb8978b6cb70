import Core
import Foundation
import Catalog
import Testing

struct ClientTests {
    private let base = URL(string: "https://shop.example")!

    @Test func decodesProducts() async throws {
        let client = Client(base: base) { _ in Data(#"[{"id":"tea","name":"Tea","cents":320}]"#.utf8) }
        let products = try await client.products()
        #expect(products == [Product(id: "tea", name: "Tea", price: Money(cents: 320))])
    }

    @Test("An empty list is no error") func emptyList() async throws {
        let client = Client(base: base) { _ in Data("[]".utf8) }
        let products = try await client.products()
        #expect(products.count == 0)
    }
}
