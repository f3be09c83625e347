import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Lock {
  packages: Record<string, { version?: string; hasInstallScript?: boolean; resolved?: string; dev?: boolean }>;
}
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;
const lock = readJson<Lock>("package-lock.json");
const manifest = readJson<{
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}>("package.json");
const readName = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("every package with an install script is allowed or refused by name (S35)", () => {
  const scripted = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && entry.hasInstallScript)
    .map(([path]) => readName(path));
  expect(scripted.length).toBeGreaterThan(0);
  expect(scripted.filter((name) => !(name in manifest.allowScripts) && !optionalBuilds.includes(name))).toEqual([]);
});

/** Packages that are installed on macOS only. */
const optionalBuilds = ["fsevents"];

test("every dependency is pinned to one version", () => {
  for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
    expect(version).toMatch(/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});

test("the bill of materials lists what the lock file installs for production", () => {
  const sbom = readJson<{ components: { name: string; group?: string; version: string }[] }>("sbom.cdx.json");
  const listed = new Set(
    sbom.components.map(({ name, group, version }) => `${group ? `${group}/` : ""}${name}@${version}`),
  );
  for (const [name, version] of Object.entries(manifest.dependencies)) expect(listed).toContain(`${name}@${version}`);
});
