import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isProductVariable } from "./env";

test("no other source reads a variable of the product", () => {
  const sources = ["app", "components", "messages", "server"]
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(sources.length).toBeGreaterThan(300);
  const readIn = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/\benv(?:\.|\[["'])([A-Z][A-Z0-9_]*)/g)]
      .map(([, name = ""]) => name)
      .filter(isProductVariable);
  const elsewhere = sources.filter(
    (file) => file !== "server/env.ts" && /process\.env/.test(readFileSync(file, "utf8")),
  );
  expect(elsewhere.flatMap((file) => readIn(file).map((name) => `${file}: ${name}`))).toEqual([]);
});
