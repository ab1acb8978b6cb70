// Lists what a VSIX holds and refuses what does not belong in it. usage: node vsix_content.mjs FILE
import { readFileSync } from "node:fs";

const required = [
  "extension/package.json",
  "extension/extension/dist/extension.js",
  "extension/extension/dist/report.js",
  "extension/bin/bazel-apple",
];

const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|readme\.md|changelog\.md|(license|third-party-notices)(\.txt|\.md)?)$/i,
  /^extension\/bin\/bazel-apple$/,
  /^extension\/extension\/dist\/(extension|report)\.js$/,
  /^extension\/extension\/(languages|media|schemas|syntaxes|walkthrough)\/[^/]+\.(svg|png|json|md)$/,
];

// The names in a ZIP file's central directory (PKWARE's APPNOTE, 4.3.12 and 4.3.16).
function names(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error("no end of central directory: not a ZIP file");
  const count = zip.readUInt16LE(end + 10);
  const found = [];
  for (let at = zip.readUInt32LE(end + 16), i = 0; i < count; i++) {
    const nameLength = zip.readUInt16LE(at + 28);
    found.push(zip.toString("utf8", at + 46, at + 46 + nameLength));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found;
}

const zip = readFileSync(process.argv[2]);
const files = names(zip).filter((name) => !name.endsWith("/"));
const missing = required.filter((name) => !files.includes(name));
const foreign = files.filter((name) => !allowed.some((form) => form.test(name)));

for (const name of files) console.log(name);
for (const name of missing) console.log(`missing from the package: ${name}`);
for (const name of foreign) console.log(`does not belong in the package: ${name}`);
console.log(`remark: ${files.length} files, ${(zip.length / 1048576).toFixed(1)} MB`);
if (missing.length + foreign.length > 0) process.exitCode = 1;
