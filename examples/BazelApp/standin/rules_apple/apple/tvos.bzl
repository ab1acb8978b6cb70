"""Stand-in for @build_bazel_rules_apple//apple:tvos.bzl."""

load("//apple:application.bzl", "application")
load("//apple:xctest.bzl", "xctest")

tvos_application = application("tvos")
tvos_unit_test = xctest("tvos")
tvos_ui_test = xctest("tvos")
