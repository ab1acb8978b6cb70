"""Stand-in for @build_bazel_rules_apple//apple:ios.bzl."""

load("//apple:application.bzl", "application")
load("//apple:xctest.bzl", "xctest")

ios_application = application("ios")
ios_unit_test = xctest("ios")
ios_ui_test = xctest("ios")
