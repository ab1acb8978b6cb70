struct Greeting {
    func text(for name: String) -> String {
        "Hello, \(name)"
    }
}
