"""Stand-in application rules: a bundle with the real layout and Info.plist keys, whose program is a shell script."""

load("@build_bazel_rules_swift//swift:swift.bzl", "SwiftInfo")

AppleBundleInfo = provider(
    doc = "The part of rules_apple's provider of the same name that the stand-ins need.",
    fields = {"archive": "File", "bundle_id": "string", "bundle_name": "string"},
)

# (folder inside the archive, extension of the archive, CFBundleSupportedPlatforms), as rules_apple has them.
_LAYOUT = {
    "ios": ("Payload/", ".ipa", "iPhoneSimulator"),
    "macos": ("", ".zip", "MacOSX"),
    "tvos": ("Payload/", ".ipa", "AppleTVSimulator"),
    "visionos": ("Payload/", ".ipa", "XRSimulator"),
    "watchos": ("", ".zip", "WatchSimulator"),
}

def _application_impl(ctx):
    folder, extension, supported = _LAYOUT[ctx.attr._platform]
    bundle_name = ctx.attr.bundle_name or ctx.label.name
    sources = depset(transitive = [dep[SwiftInfo].sources for dep in ctx.attr.deps if SwiftInfo in dep])
    modules = depset(transitive = [dep[DefaultInfo].files for dep in ctx.attr.deps])

    root = ctx.actions.declare_directory(ctx.label.name + "_archive-root")
    arguments = ctx.actions.args()
    arguments.add(root.path)
    arguments.add(folder + bundle_name + ".app")
    arguments.add(bundle_name)
    arguments.add(ctx.attr.bundle_id)
    arguments.add(ctx.attr._platform)
    arguments.add(supported)
    arguments.add(ctx.attr.minimum_os_version)
    arguments.add_joined(ctx.attr.families, join_with = ",", omit_if_empty = False)
    arguments.add_joined(ctx.files.infoplists, join_with = ",", omit_if_empty = False)
    arguments.add_all(sources)
    ctx.actions.run(
        outputs = [root],
        inputs = depset(ctx.files.infoplists, transitive = [sources, modules]),
        executable = ctx.executable._bundle,
        arguments = [arguments],
        mnemonic = "BundleTreeApp",
        progress_message = "Bundling %s (stand-in)" % ctx.label,
    )

    archive = ctx.actions.declare_file(ctx.label.name + extension)
    ctx.actions.run_shell(
        outputs = [archive],
        inputs = [root],
        tools = [ctx.executable._zipper],
        arguments = [root.path, archive.path, ctx.executable._zipper.path],
        command = 'zipper=$PWD/$3; archive=$PWD/$2; cd "$1" && find . -type f | sed "s|^[.]/||" | sort | xargs "$zipper" c "$archive"',
        mnemonic = "IpaZip",
        progress_message = "Archiving %s (stand-in)" % ctx.label,
    )

    launcher = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.expand_template(
        template = ctx.file._launcher,
        output = launcher,
        is_executable = True,
        substitutions = {
            "%bundle_id%": ctx.attr.bundle_id,
            "%platform%": ctx.attr._platform,
            "%program%": root.short_path + "/" + folder + bundle_name + ".app/" +
                         ("Contents/MacOS/" if ctx.attr._platform == "macos" else "") + bundle_name,
        },
    )
    return [
        DefaultInfo(files = depset([archive]), executable = launcher, runfiles = ctx.runfiles(files = [root])),
        OutputGroupInfo(bundle = depset([root]), dsyms = depset()),
        AppleBundleInfo(archive = archive, bundle_id = ctx.attr.bundle_id, bundle_name = bundle_name),
        coverage_common.instrumented_files_info(ctx, dependency_attributes = ["deps"]),
    ]

def application(platform):
    """Makes the application rule of one platform.

    Args:
      platform: one of ios, macos, tvos, visionos, watchos.

    Returns:
      A rule with the attributes of rules_apple's rule that this example uses.
    """
    return rule(
        implementation = _application_impl,
        executable = True,
        attrs = {
            "bundle_id": attr.string(mandatory = True),
            "bundle_name": attr.string(),
            "deps": attr.label_list(),
            "families": attr.string_list(),
            "infoplists": attr.label_list(allow_files = [".plist"]),
            "minimum_os_version": attr.string(mandatory = True),
            "resources": attr.label_list(allow_files = True),
            "_bundle": attr.label(default = "//bundle:bundle", executable = True, cfg = "exec"),
            "_launcher": attr.label(default = "//bundle:launcher.sh", allow_single_file = True),
            "_platform": attr.string(default = platform),
            "_zipper": attr.label(default = "@bazel_tools//tools/zip:zipper", executable = True, cfg = "exec"),
        },
    )
