"""Stand-in for @build_bazel_rules_apple//apple:macos.bzl."""

load("//apple:application.bzl", "application")
load("//apple:xctest.bzl", "xctest")

macos_application = application("macos")
macos_unit_test = xctest("macos")
macos_ui_test = xctest("macos")
