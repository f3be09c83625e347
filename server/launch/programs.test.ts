import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { days } from "../domain/clock";
import { projectRoot } from "./project";

const name = `try-${process.pid}`;
const folder = join(projectRoot, ".tmp", name);
const program = `.tmp/${name}/${name}.ts`;

const write = (file: string, text: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
};
const run = async (...words: string[]): Promise<string> => {
  const args = ["server/launch/run.mjs", program, ...words];
  return (await promisify(execFile)(process.execPath, args, { cwd: projectRoot })).stdout;
};
const listVersions = (): string[] =>
  readdirSync(join(projectRoot, ".programs")).filter((one) => one.startsWith(`${name}-`));

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const one of [...listVersions(), `${name}.json`])
    rmSync(join(projectRoot, ".programs", one), { recursive: true, force: true });
});

test("a program is written once by several processes, again after a change of one of its modules, and gets its arguments", async () => {
  write(`${name}.ts`, `import { say } from "./say";\nconsole.log(say(process.argv.slice(2)));\n`);
  write("say.ts", "export const say = (words: string[]): string => words.join();\n");
  expect(await Promise.all([run("a", "b"), run("a", "b"), run("a", "b")])).toEqual(["a,b\n", "a,b\n", "a,b\n"]);
  expect(listVersions()).toHaveLength(1);
  await run();
  expect(listVersions()).toHaveLength(1);

  write("say.ts", "export const say = (words: string[]): string => words.reverse().join();\n");
  expect(await run("a", "b")).toBe("b,a\n");
  expect(listVersions()).toHaveLength(2);
});

test("versions that are older than a week are removed with the next one, and those of other programs stay", async () => {
  const [other, old] = [`${name}-other-${"0".repeat(16)}`, `${name}-${"0".repeat(16)}`];
  const eightDaysAgo = new Date(Date.now() - days(8));
  for (const version of [other, old]) {
    mkdirSync(join(projectRoot, ".programs", version), { recursive: true });
    utimesSync(join(projectRoot, ".programs", version), eightDaysAgo, eightDaysAgo);
  }
  write(`${name}.ts`, "console.log(1);\n");
  await run();
  expect(existsSync(join(projectRoot, ".programs", old))).toBe(false);
  expect(existsSync(join(projectRoot, ".programs", other))).toBe(true);
});

test("a fault in a source is named, and an error names the line of the source", async () => {
  write(`${name}.ts`, "const = 1;\n");
  await expect(run()).rejects.toThrow(`${name}.ts:1:6`);
  write(`${name}.ts`, `\n\nthrow new Error("broken");\n`);
  await expect(run()).rejects.toThrow(`${name}.ts:3`);
});
