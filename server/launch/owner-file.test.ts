import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeOwnership } from "./owner-file";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vezne-owner-"));
  file = join(folder, "owner.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("one owner at a time; a released file is free", async () => {
  const first = await takeOwnership(file, 0);
  expect(first?.wasAbandoned).toBe(false);
  expect(await takeOwnership(file, 0)).toBeUndefined();
  first?.release();
  expect(existsSync(file)).toBe(false);
  expect(await takeOwnership(file, 0)).toBeDefined();
});

test("the file of a dead process is taken over", async () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, born: "1" }));
  expect((await takeOwnership(file, 0))?.wasAbandoned).toBe(true);
});

test("a process that only has the dead one's number does not count as it", async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, born: "long ago" }));
  expect((await takeOwnership(file, 0))?.wasAbandoned).toBe(true);
});

test("a damaged file is taken over", async () => {
  writeFileSync(file, "{");
  expect((await takeOwnership(file, 0))?.wasAbandoned).toBe(true);
});

test("an owner that is stopping is waited for", async () => {
  const first = await takeOwnership(file, 0);
  first?.markStopping();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid, isStopping: true });
  setTimeout(() => first?.release(), 150);
  expect(await takeOwnership(file, 0)).toBeDefined();
});
