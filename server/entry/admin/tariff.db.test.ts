import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findCommand } from "./commands";

let world: TestWorld;
const folder = mkdtempSync(join(tmpdir(), "vezne-tariff-"));
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

/** Runs a command and returns the printed lines. */
const runCommand = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["tariff", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options);
};
const readRefusal = (...words: string[]) => runCommand(...words).then(String, (error: Error) => error.message);

const header = "family,onUs,brand,installmentCount,rateBps,fixedFee";
const writeTariff = (name: string, ...lines: string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
};
const prices = writeTariff(
  "prices.csv",
  `\uFEFF${header}`,
  "credit,,,1,225,",
  "credit,,bonus,3,400,100",
  "",
  "credit,true,bonus,3,300,",
  "debit,,,1,150,",
);
const ours = testTerminals.ours;

test("shows a tariff that begins now, with a row for each kind of card and the counts as columns", async () => {
  world.clock.advanceMs(60_000);
  const [printed = "", more] = await runCommand("replace", ours, prices, "now");
  expect(printed).toMatch(/^trf_\S{26}: 4 prices for trm_ours from 2026-11-20T09:01:00.000Z\.$/);
  expect(more).toBe("Payments that were created before keep the tariff of their creation.");
  const shown = await runCommand("show", ours);
  expect(shown[0]).toBe(`trf_${ours} from 1970-01-01T00:00:00.000Z, ended`);
  expect(shown.slice(shown.indexOf("") + 1)).toEqual([
    `${printed.slice(0, 30)} from 2026-11-20T09:01:00.000Z, in force`,
    "  family  brand  on-us  1    3",
    "  credit  any    any    225  -",
    "  credit  bonus  any    -    400+100",
    "  credit  bonus  true   -    300",
    "  debit   any    any    150  -",
    "",
    "Rates are in basis points. +N is a fixed fee in kuruş, any means every value, and - means not charged.",
  ]);
});

/** Returns the title of each shown tariff without its id. */
const titles = async () =>
  (await runCommand("show", ours))
    .filter((line) => line.startsWith("trf_"))
    .map((line) => line.slice(line.indexOf(" ") + 1));

test("begins and ends a campaign at instants of any zone, and prints it as planned for a replacement from now", async () => {
  const campaign = writeTariff("campaign.csv", header, "credit,,,1,0,");
  const span = ["2026-12-01T00:00:00+03:00", "2026-12-08T00:00:00+03:00"];
  const spanInUtc = "from 2026-11-30T21:00:00.000Z to 2026-12-07T21:00:00.000Z";
  const [printed = ""] = await runCommand("campaign", ours, campaign, ...span);
  expect(printed.slice(30)).toBe(`: 1 prices for trm_ours ${spanInUtc}.`);
  world.clock.advanceMs(60_000);
  const next = await runCommand("replace", ours, prices, "now");
  expect(next.slice(1)).toEqual([
    `Another tariff is planned: ${printed.slice(0, 30)} ${spanInUtc}.`,
    "Payments that were created before keep the tariff of their creation.",
  ]);
  world.clock.set(new Date("2026-12-01T00:00:00Z"));
  expect(await titles()).toEqual([
    "from 1970-01-01T00:00:00.000Z, ended",
    "from 2026-11-20T09:01:00.000Z, ended",
    "from 2026-11-20T09:02:00.000Z, in force when no campaign is",
    `${spanInUtc}, in force`,
  ]);
});

test("withdraws the campaign in force and prints the tariff that is in force then; refuses a second time", async () => {
  const [base = "", campaign = ""] = (await runCommand("show", ours))
    .filter((line) => line.startsWith("trf_"))
    .slice(-2)
    .map((line) => line.split(" ")[0]);
  expect(await runCommand("withdraw", campaign)).toEqual([
    `${campaign} is withdrawn. In force for trm_ours now: ${base} from 2026-11-20T09:02:00.000Z.`,
    "Payments that were created before keep the tariff of their creation.",
  ]);
  expect((await titles()).slice(-2)).toEqual([
    "from 2026-11-20T09:02:00.000Z, in force",
    "from 2026-11-30T21:00:00.000Z to 2026-12-07T21:00:00.000Z, withdrawn",
  ]);
  expect(await readRefusal("withdraw", campaign)).toBe(`The tariff ${campaign} is withdrawn already`);
  expect(await readRefusal("withdraw", "trf_none")).toBe("There is no tariff trf_none");
});

test("refuses with every fault of the file and its line, and adds nothing", async () => {
  const before = await runCommand("show", ours);
  const wrong = writeTariff(
    "wrong.csv",
    header,
    "credit,,,1,225,",
    "",
    "credit,,,1,2.5,",
    "debit,,,6,100,",
    "credit,,,1,1,",
  );
  expect(await readRefusal("replace", ours, wrong, "now")).toBe(
    [
      `${wrong} was not accepted.`,
      'line 4: rateBps must be a whole number, not "2.5"',
      "line 5: only credit cards can be charged in installments",
      "line 6: the same kind of card and count already has a price above",
    ].join("\n"),
  );
  expect(await runCommand("show", ours)).toEqual(before);
});

test("refuses a missing file, an invalid table, wrong columns, no prices, an invalid instant and an unknown terminal", async () => {
  expect(await readRefusal("replace", ours, join(folder, "none.csv"), "now")).toMatch(
    /none\.csv cannot be read: ENOENT/,
  );
  const uneven = writeTariff("uneven.csv", header, "credit,1");
  expect(await readRefusal("replace", ours, uneven, "now")).toMatch(/uneven\.csv is not a CSV file: .*line 2/);
  const semicolons = writeTariff("semicolons.csv", header.replaceAll(",", ";"), "credit;;;1;225;");
  expect(await readRefusal("replace", ours, semicolons, "now")).toContain(`the columns must be ${header}`);
  expect(await readRefusal("replace", ours, writeTariff("empty.csv", header), "now")).toBe(
    "A tariff has at least one price",
  );
  for (const instant of ["tomorrow", "2026-12-01", "2026-02-30T00:00:00Z"]) {
    expect(await readRefusal("replace", ours, prices, instant)).toBe(
      `${instant} is not an RFC 3339 date-time with a time zone`,
    );
  }
  expect(await readRefusal("campaign", ours, prices, "now", "now")).toMatch(/^now is not an RFC 3339/);
  expect(await readRefusal("show", "trm_none")).toBe("There is no terminal trm_none");
  expect(await readRefusal("replace", "trm_none", prices, "now")).toBe("There is no terminal trm_none");
});
