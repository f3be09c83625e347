import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findPostmaster, removeFileOfKilled } from "./postmaster";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vezne-postmaster-"));
  file = join(folder, "postmaster.pid");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the file as a server does, whose process is this one: its command line does not name the folder. */
const write = (pid: number) => writeFileSync(file, `${pid}\n${folder}\n1\n5432\n\nlocalhost\n1\nready\n`);

test.each([
  ["that is being written", () => writeFileSync(file, "")],
  ["of a killed server whose number another process has", () => write(process.pid)],
  ["of a killed server", () => write(2 ** 30)],
])("finds no server by a file %s, and leaves the file", (_, prepare) => {
  prepare();
  expect(findPostmaster(folder)).toBeUndefined();
  expect(existsSync(file)).toBe(true);
});

test("removes the file of a killed server before a start", () => {
  write(process.pid);
  removeFileOfKilled(folder);
  expect(existsSync(file)).toBe(false);
  removeFileOfKilled(folder);
});
