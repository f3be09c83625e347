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

test("has one owner at a time, and is free after its release", async () => {
  const first = await takeOwnership(file, 0);
  expect(first?.wasAbandoned).toBe(false);
  expect(await takeOwnership(file, 0)).toBeUndefined();
  first?.release();
  expect(existsSync(file)).toBe(false);
  expect(await takeOwnership(file, 0)).toBeDefined();
});

test("takes over the file of a dead process", async () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, born: "1" }));
  expect((await takeOwnership(file, 0))?.wasAbandoned).toBe(true);
});

test("takes over the file when another process has the number of the dead one", async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, born: "long ago" }));
  expect((await takeOwnership(file, 0))?.wasAbandoned).toBe(true);
});

test("takes over a damaged file", async () => {
  writeFileSync(file, "{");
  expect((await takeOwnership(file, 0))?.wasAbandoned).toBe(true);
});

test("waits for an owner that is stopping", async () => {
  const first = await takeOwnership(file, 0);
  first?.markStopping();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid, isStopping: true });
  setTimeout(() => first?.release(), 150);
  expect(await takeOwnership(file, 0)).toBeDefined();
});
