// Compares the test states in a build event file (JSON, one event a line) with those the example is made for.
// usage: node example_states.mjs EVENTS
import { readFileSync } from "node:fs";

const expected = {
  "//App:AppTests": "PASSED",
  "//App:AppUITests": "PASSED",
  "//Mac:MacTests": "PASSED",
  "//Modules/Cart:CartTests": "PASSED",
  "//Modules/Catalog:CatalogTests": "PASSED",
  "//Modules/Core:CoreTests": "PASSED",
  "//States:CrashTests": "FAILED",
  "//States:FailTests": "FAILED",
  "//States:FlakyTests": "FLAKY",
  "//States:HangTests": "TIMEOUT",
  "//States:ParameterizedTests": "PASSED",
  "//States:PassTests": "PASSED",
  "//States:ShardedTests": "PASSED",
  "//States:SkippedTests": "PASSED",
  "//cpp:ledger_test": "PASSED",
  "//shell:catalog_test": "PASSED",
};

const states = {};
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (line.trim() === "") continue;
  const event = JSON.parse(line);
  const label = event.id?.testSummary?.label;
  if (label !== undefined) states[label.replace(/^@+/, "")] = event.testSummary?.overallStatus ?? "no summary";
}

let wrong = 0;
for (const label of new Set([...Object.keys(expected), ...Object.keys(states)])) {
  if (states[label] !== expected[label]) {
    console.log(`${label} is ${states[label] ?? "not run"}, want ${expected[label] ?? "no such test"}`);
    wrong++;
  }
}
console.log(`remark: ${Object.keys(states).length} test targets`);
if (wrong > 0) process.exitCode = 1;
