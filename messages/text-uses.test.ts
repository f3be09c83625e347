import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listTextUses, type Namespaces, type TextUse } from "@/server/testing/texts/text-uses";

interface Texts {
  readonly [key: string]: string | Texts;
}

const originals: Texts = Object.fromEntries(
  readdirSync("messages").flatMap((file) => {
    const surface = /^(\w+)\.tr\.json$/.exec(file)?.[1];
    return surface ? [[surface, JSON.parse(readFileSync(join("messages", file), "utf8")) as Texts]] : [];
  }),
);

/** The groups of texts by their paths, such as `panel.newLink`. */
const groups = new Map<string, Texts>();
const keys: string[] = [];
const collect = (texts: Texts, parent: string): void => {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === "string") keys.push(`${parent}${name}`);
    else {
      groups.set(`${parent}${name}`, value);
      collect(value, `${parent}${name}.`);
    }
  }
};
collect(originals, "");

const namespaces: Namespaces = {
  has: (text) => groups.has(text),
  isList: (namespace) => Object.values(groups.get(namespace) ?? {}).every((value) => typeof value === "string"),
};

const sources = ["app", "components", "messages", "server"]
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /(?<!\.test|\.d\.json)\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

const asksForTexts = ({ source }: { source: string }): boolean => /"(?:use-intl\b|@\/messages\/)/.test(source);

const listUses = (): Map<string, RegExp[]> => {
  const uses = new Map<string, RegExp[]>();
  const found = sources.filter(asksForTexts).flatMap(({ file, source }) => listTextUses(file, source, namespaces));
  for (const { namespace, key } of found) {
    const known = uses.get(namespace) ?? [];
    known.push(key);
    uses.set(namespace, known);
  }
  return uses;
};

/** Returns the keys for which no source asks. */
const listUnused = (wanted: readonly string[], uses: ReadonlyMap<string, readonly RegExp[]>): string[] =>
  wanted.filter((key) => {
    const dots = Array.from(key.matchAll(/\./g), ({ index }) => index);
    return !dots.some((dot) => uses.get(key.slice(0, dot))?.some((used) => used.test(key.slice(dot + 1))));
  });

test("a source asks for every text", { timeout: 20_000 }, () => {
  const uses = listUses();
  expect(keys.length).toBeGreaterThan(2_000);
  expect(listUnused(["panel.newLink.nobodyAsksForThis"], uses)).toEqual(["panel.newLink.nobodyAsksForThis"]);
  expect(listUnused(keys, uses)).toEqual([]);
});

describe("the search for texts finds", () => {
  const search = (source: string): string[] =>
    listTextUses("example.tsx", source, namespaces).map(({ namespace, key }: TextUse) => `${namespace} ${key.source}`);

  test.each([
    ["a hook's", 'const t = useTranslations("panel.link"); t("title", { amount });', ["panel.link ^title$"]],
    ["a translator's on the server", `translatorFor(language, "panel")(\`titles.\${page}\`)`, ["panel ^titles\\..+$"]],
    ["a parameter's", 'const f = (t: Translator<"shared.signIn">) => t("wrong")', ["shared.signIn ^wrong$"]],
    [
      "a member's, read from the object or on its own",
      'interface A { t: Translator<"panel.audit"> } const f = (a: A, { t }: A) => [a.t("who"), t("what")]',
      ["panel.audit ^who$", "panel.audit ^what$"],
    ],
    [
      "both sides of a condition",
      'const t = useTranslations("panel.keys"); t(isFull ? "full" : (isUsed ? "used" : "state"))',
      ["panel.keys ^full$", "panel.keys ^used$", "panel.keys ^state$"],
    ],
    [
      "a question whether it exists",
      `const t = useTranslations("panel.audit"); t.has(\`kinds.\${kind}\` as Kind)`,
      ["panel.audit ^kinds\\..+$"],
    ],
    ["any text of a list", 'const t = useTranslations("shared.cardFamilies"); t(family)', ["shared.cardFamilies ^.+$"]],
    [
      "the literals of the file for a key that only the running program knows",
      `const all = ["home", "links"]; const t = useTranslations("panel"); t(\`\${name}\`)`,
      ["panel ^home$", "panel ^links$", "panel ^panel$"],
    ],
    [
      "the translator of the innermost function",
      'function A() { const t = useTranslations("panel.link"); function B() { const t = useTranslations("panel.team"); t("a") } t("b") }',
      ["panel.team ^a$", "panel.link ^b$"],
    ],
    ["the buyer's", 'import type { PayTexts } from "@/messages/pay-texts"; texts.t("tryAgain")', ["pay ^tryAgain$"]],
    ["no other calls", 'const t = useTranslations("panel.link"); say("title"); other.t("title")', []],
  ])("%s", (_case, source, expected) => {
    expect(search(source).sort()).toEqual([...expected].sort());
  });
});

/** Returns the files of the project that a source runs, by their paths without endings. */
const listImports = (file: string, source: string): string[] =>
  Array.from(source.matchAll(/^(?:import (?!type )[^;]*?from |.*\bimport\()"(\.[^"]*|@\/[^"]*)"/gm), ([, path = ""]) =>
    path.startsWith("@/") ? path.slice(2) : join(file, "..", path),
  );

test("no page of the back-office, which has no texts of the panel, shows a component that asks for them", () => {
  const byPath = new Map(sources.map(({ file, source }) => [file.replace(/\.tsx?$/, ""), { file, source }]));
  const reached = new Set([...byPath.keys()].filter((path) => /^(?:app|components)\/staff\//.test(path)));
  // A set also walks over what is added while it is walked.
  for (const path of reached) {
    const { file, source } = byPath.get(path) ?? { file: "", source: "" };
    for (const next of listImports(file, source)) if (/^components\//.test(next) && byPath.has(next)) reached.add(next);
  }
  expect([...reached]).toContain("components/panel/security/set-up-app");
  const asking = [...reached].filter((path) => {
    const { file, source } = byPath.get(path) ?? { file: "", source: "" };
    return listTextUses(file, source, namespaces).some(({ namespace }) => /^panel\b/.test(namespace));
  });
  expect(asking).toEqual([]);
});
