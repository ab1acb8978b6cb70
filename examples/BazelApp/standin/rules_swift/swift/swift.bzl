"""Stand-in for rules_swift: the load label and the attributes of the real rules, without a Swift compiler."""

SwiftInfo = provider(
    doc = "What the stand-in bundling and test rules need to know of a Swift module.",
    fields = {
        "direct_sources": "list of File: the sources of this module",
        "module_name": "string: the name that `import` uses",
        "modules": "depset of string: this module and all below it; Swift may import each",
        "sources": "depset of File: the sources of this module and all below it",
    },
)

def _module_name(ctx):
    if ctx.attr.module_name:
        return ctx.attr.module_name
    return (ctx.label.package + "_" + ctx.label.name).replace("/", "_").replace("-", "_")

def _swift_library_impl(ctx):
    module = _module_name(ctx)
    dependencies = [dep[SwiftInfo] for dep in ctx.attr.deps if SwiftInfo in dep]
    importable = depset(transitive = [dep.modules for dep in dependencies])
    output = ctx.actions.declare_file(module + ".swiftmodule")

    arguments = ctx.actions.args()
    arguments.add(output)
    arguments.add(module)
    arguments.add_joined(importable, join_with = ",", omit_if_empty = False)
    arguments.add_all(ctx.files.srcs)
    ctx.actions.run(
        outputs = [output],
        inputs = depset(ctx.files.srcs, transitive = [dep[DefaultInfo].files for dep in ctx.attr.deps]),
        executable = ctx.executable._swiftc,
        arguments = [arguments],
        mnemonic = "SwiftCompile",
        progress_message = "Compiling Swift module %s (stand-in)" % ctx.label,
    )

    return [
        DefaultInfo(files = depset([output]), runfiles = ctx.runfiles(files = ctx.files.data)),
        SwiftInfo(
            direct_sources = ctx.files.srcs,
            module_name = module,
            modules = depset([module], transitive = [importable]),
            sources = depset(ctx.files.srcs, transitive = [dep.sources for dep in dependencies]),
        ),
        coverage_common.instrumented_files_info(
            ctx,
            source_attributes = ["srcs"],
            dependency_attributes = ["deps"],
            extensions = ["swift"],
        ),
    ]

swift_library = rule(
    implementation = _swift_library_impl,
    attrs = {
        "copts": attr.string_list(),
        "data": attr.label_list(allow_files = True),
        "defines": attr.string_list(),
        "deps": attr.label_list(),
        "module_name": attr.string(),
        "srcs": attr.label_list(allow_files = [".swift"], mandatory = True),
        "_swiftc": attr.label(default = "//compile:swiftc", executable = True, cfg = "exec"),
    },
)
