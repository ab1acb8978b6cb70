"""Stand-in test rules: the bundle's Swift sources are read, and each statement they are known to make is carried out."""

load("@build_bazel_rules_swift//swift:swift.bzl", "SwiftInfo")

def _xctest_impl(ctx):
    infos = [dep[SwiftInfo] for dep in ctx.attr.deps if SwiftInfo in dep]
    tests = [source for info in infos for source in info.direct_sources]
    sources = depset(transitive = [info.sources for info in infos])
    covered = [source for source in sources.to_list() if source not in tests]
    bundle = ctx.label.name

    runner = ctx.actions.declare_file(bundle)
    ctx.actions.expand_template(
        template = ctx.file._runner,
        output = runner,
        is_executable = True,
        substitutions = {
            "%bundle%": bundle,
            "%covered%": "\n".join([source.short_path for source in covered]),
            "%module%": infos[0].module_name if infos else bundle,
            "%scripts%": "external/build_bazel_rules_apple/xctest",
            "%tests%": "\n".join([source.short_path for source in tests]),
        },
    )

    files = tests + covered + ctx.files._scripts + ctx.files.data
    modules = depset(transitive = [dep[DefaultInfo].files for dep in ctx.attr.deps])
    host = [ctx.attr.test_host[DefaultInfo].files] if ctx.attr.test_host else []
    return [
        DefaultInfo(
            executable = runner,
            runfiles = ctx.runfiles(files = files, transitive_files = depset(transitive = [modules] + host)),
        ),
        coverage_common.instrumented_files_info(ctx, dependency_attributes = ["deps"]),
    ]

def xctest(platform):
    """Makes the unit or UI test rule of one platform.

    Args:
      platform: one of ios, macos, tvos, visionos, watchos.

    Returns:
      A test rule with the attributes of rules_apple's rule that this example uses.
    """
    return rule(
        implementation = _xctest_impl,
        test = True,
        attrs = {
            "bundle_id": attr.string(),
            "data": attr.label_list(allow_files = True),
            "deps": attr.label_list(),
            "env": attr.string_dict(),
            "minimum_os_version": attr.string(mandatory = True),
            "runner": attr.label(),
            "test_host": attr.label(),
            "_collect_cc_coverage": attr.label(
                default = "@bazel_tools//tools/test:collect_cc_coverage",
                executable = True,
                cfg = "exec",
            ),
            "_lcov_merger": attr.label(
                default = "@bazel_tools//tools/test:lcov_merger",
                executable = True,
                cfg = "exec",
            ),
            "_platform": attr.string(default = platform),
            "_runner": attr.label(default = "//xctest:runner.sh", allow_single_file = True),
            "_scripts": attr.label(default = "//xctest:scripts"),
        },
    )
