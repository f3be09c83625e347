import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";
import type { Edit } from "./mutant";
import { mutants } from "./mutant-list";

// The list stays true when the code changes: move an edit with the line that it replaces.

const pathOf = ({ file }: Edit): string => join(projectRoot, file);
const edits = mutants.flatMap((mutant) => mutant.edits);

/** Returns how often each edit of a mutant finds its text, after the edits before it. */
function countFinds(mutant: (typeof mutants)[number]): number[] {
  const texts = new Map<string, string>();
  return mutant.edits.map((edit) => {
    const text = texts.get(edit.file) ?? readFileSync(pathOf(edit), "utf8");
    texts.set(
      edit.file,
      text.replace(edit.find, () => edit.replace),
    );
    return text.split(edit.find).length - 1;
  });
}

test("at least fifty mutants, each with a name of its own", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(50);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.map(({ name }) => name).filter((name) => !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test("each mutant says in one sentence of its own what goes wrong", () => {
  const sentences = mutants.map(({ what }) => what);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.filter((what) => !/^[A-Z].*[^.]\.$/.test(what))).toEqual([]);
  const reasons = mutants.flatMap(({ survives }) => survives ?? []);
  expect(reasons.filter((reason) => !/^[A-Z].*[^.]\.$/.test(reason))).toEqual([]);
});

test("every edited file exists", () => {
  expect(mutants.filter((mutant) => mutant.edits.length === 0)).toEqual([]);
  expect(edits.filter((edit) => !existsSync(pathOf(edit)))).toEqual([]);
});

test("the text that an edit replaces occurs exactly once in its file", () => {
  const wrong = mutants.filter((mutant) => countFinds(mutant).some((count) => count !== 1));
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(edits.filter(({ find, replace }) => find === replace)).toEqual([]);
});

test("no mutant changes the simulator", () => {
  expect(edits.filter(({ file }) => !/^(server|prisma\/migrations)\//.test(file))).toEqual([]);
});
