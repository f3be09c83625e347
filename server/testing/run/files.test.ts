import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folders = ["app", "bench", "components", "e2e", "messages", "server"];
const isTest = /\.test\.tsx?$/;
const replacesModules = /\bvi\.(mock|doMock)\(/;

const testFiles = folders
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && isTest.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

test("exactly the files that replace modules are named .mocked, because these need a process of their own", () => {
  const replacing = testFiles.filter((file) => replacesModules.test(readFileSync(file, "utf8")));
  const named = testFiles.filter((file) => /\.mocked(\.db)?\.test\.tsx?$/.test(file));
  expect(named.length).toBeGreaterThan(0);
  expect(replacing.sort()).toEqual(named.sort());
});
