import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AlertKind, alertKinds, getSeverity, watchedKinds } from "@/server/domain/alerts";
import { projectRoot } from "@/server/launch/project";

/** The entries of the runbook: the text below each heading that is a kind. */
const entries = new Map(
  Array.from(
    readFileSync(join(projectRoot, "docs/operations.md"), "utf8").matchAll(/^#### `(\w+)`\n\n([\s\S]*?)\n(?=\n)/gm),
    ([, kind = "", text = ""]) => [kind, text.replace(/\s+/g, " ")] as const,
  ),
);

test("every kind of alert has its entry in the runbook, and every entry its kind (D-361)", () => {
  expect([...entries.keys()].sort()).toEqual([...alertKinds].sort());
});

const words = { now: "Now", today: "Today", record: "For the record" } as const;

test.each(alertKinds)(
  "the entry of %s has its severity, what it means, what to check and do, and how it ends",
  (kind) => {
    expect(entries.get(kind)).toMatch(
      new RegExp(
        `^${words[getSeverity(kind)]}, about: .+ \\*\\*Means:\\*\\* .+ \\*\\*Check:.+ \\*\\*Do:.+ \\*\\*Ends:.+\\.$`,
      ),
    );
  },
);

/** They close by their sightings (D-364). */
const watched: readonly AlertKind[] = watchedKinds;

test("the product closes every kind of which the runbook does not say that a person does (D-257)", () => {
  const folder = join(projectRoot, "server/usecases");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((text) => text.includes("closeAlerts("));
  const lists = ["server/domain/alerts.ts", "server/domain/banks/bank-condition.ts"]
    .map((file) => readFileSync(join(projectRoot, file), "utf8"))
    .join("\n");
  const isClosed = (kind: string): boolean => {
    const named = Array.from(lists.matchAll(/export const (\w+Alerts)[^=]*= \[([^\]]*)\]/g))
      .filter(([, , members = ""]) => members.includes(`"${kind}"`))
      .map(([, name = ""]) => name);
    return sources.some((text) => [`"${kind}"`, ...named].some((word) => text.includes(word)));
  };
  const byProduct = alertKinds.filter(
    (kind) =>
      getSeverity(kind) !== "record" && !watched.includes(kind) && !/a person closes it/.test(entries.get(kind) ?? ""),
  );
  expect(byProduct.length).toBeGreaterThan(18);
  expect(byProduct.filter((kind) => !isClosed(kind))).toEqual([]);
});
