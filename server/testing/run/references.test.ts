import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";

// Every document that the code refers to is in the repository, and every reference in it resolves.

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");

const filesUnder = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|generated|migrations)\//.test(file));

const documents = [
  "README.md",
  "CHANGELOG.md",
  "bench/README.md",
  ...filesUnder("docs").filter((file) => file.endsWith(".md")),
];
const topLevel = [
  "instrumentation.ts",
  "server.mjs",
  ".dependency-cruiser.cjs",
  "next.config.mjs",
  "vitest.config.ts",
  "playwright.config.ts",
];
const folders = ["app", "bench", "components", "e2e", "messages", "prisma", "server", "sim"];
const sources = [...folders.flatMap(filesUnder), ...topLevel].filter(
  (file) => /\.(tsx?|mjs|cjs|js|css|prisma)$/.test(file) && !file.endsWith("references.test.ts"),
);

/** The headings of a document, or its rows and items, that a pattern with one group finds. */
const definedIn = (file: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(read(file).matchAll(pattern), ([, name = ""]) => name));

/** How a family of references is written, and where its members are defined. */
const families = [
  { cited: /§\d+(?:\.\d+)*/g, defined: definedIn("docs/contract.md", /^#+ (§[\d.]+) /gm) },
  { cited: /(?<![\w-])D-[1-9]\d{0,2}(?!\d)/g, defined: definedIn("docs/decisions.md", /^### (D-\d+) /gm) },
  { cited: /(?<![\w-])S[1-9]\d?(?![\w-])/g, defined: definedIn("docs/security.md", /^### (S\d+) /gm) },
  {
    cited: /(?<![\w-])R(?:10|[1-9])(?![\w-])/g,
    defined: definedIn("docs/architecture.md", /^- \*\*(R\d+)\*\*/gm),
  },
  {
    cited: /(?<![\w-])B-\d+(?:\.\d+)?(?![\d.]*\w)/g,
    defined: definedIn("docs/banks.md", /^#+ (B-[\d.]+) /gm),
  },
];

/** Documents that were never in the repository, and numbers that are of no family. */
const strangers =
  /DECISIONS\.md|(?:protocols|service|design|merchant-notes)\.md|\b[Tt]raps? \d|(?<!§[\d.]+ |B-\d+ )\b[Rr]ules? \d/g;

const linesOf = (text: string): string[] => text.split("\n");

describe("references", () => {
  test.each(families)("$cited: every one is defined in docs/", ({ cited, defined }) => {
    expect(defined.size).toBeGreaterThan(5);
    const unresolved = [...sources, ...documents].flatMap((file) =>
      linesOf(read(file)).flatMap((line, index) =>
        Array.from(line.matchAll(cited), ([name]) => name)
          .filter((name) => !defined.has(name))
          .map((name) => `${file}:${index + 1}: ${name}`),
      ),
    );
    expect(unresolved.join("\n")).toBe("");
  });

  test("none of them is of a family that docs/ does not know", () => {
    const found = sources.flatMap((file) =>
      linesOf(read(file)).flatMap((line, index) =>
        Array.from(line.matchAll(strangers), ([name]) => `${file}:${index + 1}: ${name}`),
      ),
    );
    expect(found.join("\n")).toBe("");
  });
});

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/(^|\s)\/\/.*$/gm, " ");

/** The comments of a source file; of a document the whole text. */
const readProse = (file: string): string =>
  file.endsWith(".md")
    ? read(file)
    : Array.from(read(file).matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm), ([comment]) => comment).join("\n");

/**
 * Names that a comment or a document may quote although no source has them: fields of the contract and of lint rules.
 */
const foreignNames = new Set(["carriedOver", "noFloatingPromises", "receiptUrl", "reissueOf", "valueDate", "yyyyMMdd"]);

describe("quoted names", () => {
  // Bank protocols have names of their own, so `docs/banks.md` is not read.
  const quoting = [...sources, ...documents].filter((file) => file !== "docs/banks.md");
  const code = [...sources, ...filesUnder("prisma/migrations")].map((file) => withoutComments(read(file)));
  const identifiers = new Set(code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
  const fileNames = new Set(
    [...folders, ".ci"]
      .flatMap(filesUnder)
      .concat(topLevel)
      .map((file) => basename(file)),
  );

  test("are those of identifiers and files that exist", () => {
    expect(identifiers.size).toBeGreaterThan(5_000);
    const unknown = quoting.flatMap((file) =>
      Array.from(readProse(file).matchAll(/`([^`\s]+?)(?:\(\))?`/g), ([, name = ""]) => name)
        .filter((name) => /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(name) || /^\w[\w.-]*\.(?:tsx?|mjs|cjs)$/.test(name))
        .filter((name) => !identifiers.has(name) && !fileNames.has(name) && !foreignNames.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown.join("\n")).toBe("");
  });

  test.each(documents)("%s: a link with a function's name leads to the file that has it", (file) => {
    const links = read(file).matchAll(/\[`?([a-z]+(?:[A-Z]\w*)+)`?\]\(([^)#]+\.tsx?)\)/g);
    const wrong = Array.from(links, ([, name = "", link = ""]) => ({ name, link })).filter(
      ({ name, link }) =>
        !new RegExp(`\\b${name}\\b`).test(withoutComments(read(normalize(join(dirname(file), link))))),
    );
    expect(wrong).toEqual([]);
  });

  test("docs/operations.md: every log line that it names is written by the product", () => {
    const [, table = ""] = /^Other lines to watch:\n([\s\S]*?)\n## /m.exec(read("docs/operations.md")) ?? [];
    const lines = Array.from(table.matchAll(/`([A-Z][^`]+?)(?:; …)?`/g), ([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(8);
    const production = code.join("\n");
    expect(lines.filter((line) => !production.includes(line))).toEqual([]);
  });
});

/** The anchor that a heading gets from the usual renderers of Markdown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/`/g, "")
    .replace(/[^\p{L}\p{N}\- _]/gu, "")
    .replace(/ /g, "-");

const anchorsOf = (file: string): Set<string> =>
  new Set(Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading)));

test.each(documents)("the links of %s lead to files and headings that exist", (file) => {
  const dead = Array.from(read(file).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link)
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(projectRoot, target))) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
  expect(dead.join("\n")).toBe("");
});
