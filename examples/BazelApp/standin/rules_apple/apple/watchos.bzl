"""Stand-in for @build_bazel_rules_apple//apple:watchos.bzl."""

load("//apple:application.bzl", "application")
load("//apple:xctest.bzl", "xctest")

watchos_application = application("watchos")
watchos_unit_test = xctest("watchos")
watchos_ui_test = xctest("watchos")
