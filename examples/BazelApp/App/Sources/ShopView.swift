import Core
import SwiftUI

struct ShopView: View {
    let shop: Shop

    var body: some View {
        NavigationStack {
            List(shop.products) { product in
                Button(product.name) {
                    shop.pick(product)
                }
                .accessibilityIdentifier("product-\(product.id)")
            }
            .navigationTitle("Shop")
            .safeAreaInset(edge: .bottom) {
                Text(shop.summary())
                    .accessibilityIdentifier("summary")
            }
        }
    }
}
