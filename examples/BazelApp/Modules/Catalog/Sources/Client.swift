import Core
import Foundation

/// Reads the list of products; the transport is a function so that tests need no network.
public struct Client: Sendable {
    public typealias Transport = @Sendable (URL) async throws -> Data

    private struct Row: Decodable {
        let id: String
        let name: String
        let cents: Int
    }

    private let base: URL
    private let transport: Transport

    public init(base: URL, transport: @escaping Transport) {
        self.base = base
        self.transport = transport
    }

    public func products() async throws -> [Product] {
        let data = try await transport(base.appendingPathComponent("products"))
        return try JSONDecoder().decode([Row].self, from: data).map { row in
            Product(id: row.id, name: row.name, price: Money(cents: row.cents))
        }
    }
}
