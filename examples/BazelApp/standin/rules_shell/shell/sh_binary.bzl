"""Stand-in for rules_shell: the native rule of Bazel 4 to 7."""

sh_binary = native.sh_binary
