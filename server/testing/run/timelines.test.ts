import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { days, hours, minutes, seconds } from "@/server/domain/clock";
import { projectRoot } from "@/server/launch/project";

// The numbers of docs/timelines.md are those of the code.

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");

const units = { ms: (n: number) => n, s: seconds, min: minutes, h: hours, d: days };

/** Reads "5 s, 30 s, 2 min" into milliseconds. Null when the cell holds no number. */
function readSpans(cell: string): number[] | null {
  const spans = cell.split(", ").map((span) => /^(\d+) (ms|s|min|h|d)$/.exec(span));
  if (spans.some((span) => span === null)) return null;
  return spans.map((span) => units[span?.[2] as keyof typeof units](Number(span?.[1])));
}

/** Reads the value that a source file gives a constant or a property: a number, a span, or a list of them, in ms. */
function readConstant(file: string, name: string): number[] {
  const [, value = ""] = new RegExp(`\\b${name}(?: =|:) (\\[[^\\]]*\\]|(?:\\w+\\()?\\d[\\w)]*)`).exec(read(file)) ?? [];
  const spans = { seconds, minutes, hours, days };
  return Array.from(value.matchAll(/(?:(seconds|minutes|hours|days)\()?(\d[\d_]*)\)?/g), ([, unit, digits = ""]) => {
    const number = Number(digits.replaceAll("_", ""));
    return unit ? spans[unit as keyof typeof spans](number) : number;
  });
}

const rows = Array.from(
  read("docs/timelines.md").matchAll(/^\| ([^|]+) \| [^|]+ \| `(\w+)` \| \[[^\]]+\]\(\.\.\/([^)]+)\) \|$/gm),
  ([, when = "", name = "", file = ""]) => ({ when, name, file }),
);

test("the timelines name more than thirty numbers", () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)("$when is the value of $name in $file", ({ when, name, file }) => {
  expect(readSpans(when)).toEqual(readConstant(file, name));
});
