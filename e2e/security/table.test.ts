import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";
import { fuzzedProtocols } from "./fuzz/protocols";
import { rows } from "./table";

const security = readFileSync(join(projectRoot, "docs/security.md"), "utf8");
const listIds = (pattern: RegExp): string[] => Array.from(security.matchAll(pattern), ([, id = ""]) => id);
const ids = rows.map(({ id }) => id);

test("the table has one check for every promise of docs/security.md and no other", () => {
  const promises = listIds(/^### (S\d+) /gm);
  expect(promises.length).toBeGreaterThanOrEqual(38);
  expect(ids.filter((id) => /^S\d+$/.test(id))).toEqual(promises);
});

test("the table has one check for every finding of docs/security.md and no other", () => {
  const findings = listIds(/^\| (F\d+) \|/gm);
  expect(findings.length).toBeGreaterThanOrEqual(20);
  expect(ids.filter((id) => id.startsWith("F"))).toEqual(findings);
});

test("the table has one check for the returns of each protocol", () => {
  const ofProtocols = ids.filter((id) => id.includes("/"));
  expect(ofProtocols).toEqual(Object.keys(fuzzedProtocols).map((name) => `S33/${name}`));
});
