import { closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openLogDestination } from "./log-destination";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vezne-log-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a signal opens the file again after a rotation has moved it", async () => {
  const file = join(folder, "logs/a.log");
  const destination = openLogDestination(file, () => undefined);
  destination.write("before\n");
  renameSync(file, `${file}.1`);
  process.kill(process.pid, "SIGUSR2");
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe(""));
  destination.write("after\n");
  expect([readFileSync(`${file}.1`, "utf8"), readFileSync(file, "utf8")]).toEqual(["before\n", "after\n"]);
});

test("a line that cannot be written costs nobody anything: it is held, and what was lost is counted", async () => {
  // The descriptor accepts no byte, like that of a full disk, until the file is there for it.
  const full = openSync("/dev/full", "w");
  const lost = vi.fn();
  const destination = openLogDestination(full, lost);
  for (let n = 0; n < 3; n += 1) destination.write(`${"x".repeat(400_000)}\n`);
  expect(lost).not.toHaveBeenCalled();
  closeSync(full);
  const file = join(folder, "b.log");
  expect(openSync(file, "w")).toBe(full);
  destination.write("now\n");
  await sleep(0);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map(({ length }) => length)).toEqual([400_000, 400_000, 3]);
  expect(lost).toHaveBeenCalledExactlyOnceWith(1);
  closeSync(full);
});
