import { expect, test } from "vitest";
import { compareBill, listScripted, listUnnamedScripts, readManifest } from "../testing/run/supply-chain";

const { dependencies, devDependencies } = readManifest();

test("every package with an install script is allowed or refused by name (S35)", () => {
  expect(listScripted().length).toBeGreaterThan(0);
  expect(listUnnamedScripts()).toEqual([]);
});

test("every dependency is pinned to one version", () => {
  for (const version of Object.values({ ...dependencies, ...devDependencies })) {
    expect(version).toMatch(/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});

test("the bill of materials lists what the lock file installs, and nothing else", () => {
  const { listed, extra, missing } = compareBill();
  expect(listed).toBeGreaterThan(Object.keys(dependencies).length);
  expect({ extra, missing }).toEqual({ extra: [], missing: [] });
});
