"""Stand-in for rules_cc: the native rules of Bazel 4 to 7 under the load label that newer Bazel wants."""

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library

# Bazel's own tools load this name; Bazel 4 has the rule, later versions do not.
cc_flags_supplier = getattr(native, "cc_flags_supplier", None)
