"""Stand-in for @build_bazel_rules_apple//apple:visionos.bzl."""

load("//apple:application.bzl", "application")
load("//apple:xctest.bzl", "xctest")

visionos_application = application("visionos")
visionos_unit_test = xctest("visionos")
visionos_ui_test = xctest("visionos")
