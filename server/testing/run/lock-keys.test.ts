import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";

/** The numbers of advisory locks: constants of nine digits and more whose name ends with Lock, LockName or Class. */
const declared = readdirSync(join(projectRoot, "server"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .flatMap((name) =>
    Array.from(
      readFileSync(join(projectRoot, "server", name), "utf8").matchAll(
        /const (\w*(?:[lL]ock|[lL]ockName|Class)) = ([\d_]{9,});/g,
      ),
      ([, , number = ""]) => number.replaceAll("_", ""),
    ),
  );

test("every advisory lock has a number of its own: two that share one would wait for each other for ever", () => {
  expect(declared.length).toBeGreaterThanOrEqual(6);
  expect(new Set(declared).size).toBe(declared.length);
});
