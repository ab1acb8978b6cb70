public func answer() -> Int {
    let x: Int = "a"
    return x
}
