"""One call per module: a Swift library, its test library and its unit test bundle."""

load("@build_bazel_rules_apple//apple:ios.bzl", "ios_unit_test")
load("@build_bazel_rules_swift//swift:swift.bzl", "swift_library")

MINIMUM_OS_VERSION = "17.0"

def swift_unit_test(name, srcs, deps, **test_attributes):
    """A test library and the bundle that runs it.

    Args:
      name: the bundle's name; the library is called NAMELib and its module NAME.
      srcs: Swift sources with the tests.
      deps: what they import.
      **test_attributes: size, tags, flaky, shard_count …, passed to the bundle.
    """
    swift_library(
        name = name + "Lib",
        testonly = True,
        srcs = srcs,
        module_name = name,
        tags = ["manual"],
        deps = deps,
    )
    ios_unit_test(
        name = name,
        minimum_os_version = MINIMUM_OS_VERSION,
        deps = [":" + name + "Lib"],
        **test_attributes
    )

def swift_module(name, deps = [], test_deps = [], visibility = ["//visibility:public"]):
    """A module with Sources/ and Tests/ beside its BUILD file.

    Args:
      name: module and library name; the tests are called NAMETests.
      deps: libraries that the module imports.
      test_deps: further libraries that only its tests import.
      visibility: of the library.
    """
    swift_library(
        name = name,
        srcs = native.glob(["Sources/**/*.swift"]),
        module_name = name,
        visibility = visibility,
        deps = deps,
    )
    swift_unit_test(
        name = name + "Tests",
        size = "small",
        srcs = native.glob(["Tests/**/*.swift"]),
        deps = [":" + name] + test_deps,
    )
