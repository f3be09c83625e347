import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";

// Comments are plain standard English. This test finds the words that a reader with another first language would have
// to look up, and sentences that only continue the name below them.

const folders = ["app", "bench", "components", "e2e", "messages", "prisma/schema", "server", "sim"];

const sources = folders
  .flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|js|mjs|prisma)$/.test(entry.name))
      .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name))),
  )
  .filter((file) => !/samples\/(?!.*\.test\.ts$)|comments\.test\.ts$/.test(file));

const idiom =
  /\b(?:whoever|whomever|anew|how-manieth|wherein|thereof|what became of|(?:is|are|was|were|be) told|nobody|somebody|a wish|lets go|the same of|bank's word)\b/i;
const fragment = /^(?:Of (?!course)|By whom|None\.$|The same\.$|Null: |Whose )/;

/** The comments of a file, each as one line of text. */
const listComments = (text: string): string[] =>
  Array.from(text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/+ ?(.*)/gm), ([, block, line]) =>
    (block ?? line ?? "")
      .replace(/^\s*\*\s?/gm, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );

const isUnclear = (comment: string): boolean => idiom.test(comment) || fragment.test(comment);

test.each([
  ["Whoever has waited longest takes the place over.", true],
  ["Of the card handoff.", true],
  ["What is sent once is not sent anew.", true],
  ["Hands the slot to the longest-waiting caller (FIFO).", false],
])("%j is found: %s", (comment, expected) => {
  expect(isUnclear(comment)).toBe(expected);
});

test("no comment of the sources is unclear", () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const found = sources.flatMap((file) =>
    listComments(readFileSync(join(projectRoot, file), "utf8"))
      .filter(isUnclear)
      .map((comment) => `${file}: ${comment.slice(0, 120)}`),
  );
  expect(found.join("\n")).toBe("");
});

test("no line of a comment is longer than 120 columns", () => {
  const long = sources.flatMap((file) =>
    readFileSync(join(projectRoot, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        /^\s*(?:\*|\/\/|\/\*)/.test(line) && line.length > 120 ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(long.join("\n")).toBe("");
});
