"""Stand-in for apple_support: a universal binary is the one binary of this machine."""

def universal_binary(name, binary, **attrs):
    native.alias(name = name, actual = binary, visibility = attrs.get("visibility"))
