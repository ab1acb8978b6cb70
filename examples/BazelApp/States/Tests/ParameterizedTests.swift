import Core
import Testing

struct ParameterizedTests {
    @Test(arguments: [1, 20, 300]) func keepsCents(cents: Int) {
        #expect(Money(cents: cents).cents == cents)
    }

    @Test("Prices are positive", arguments: [5, 10]) func positive(price: Int) {
        #expect(price > 0)
    }
}
