import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
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

/** Runs what was typed and answers the lines that are printed. */
const type = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["tariff", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options);
};
const refusalOf = (...words: string[]) => type(...words).then(String, (error: Error) => error.message);

const header = "family,onUs,brand,installmentCount,rateBps,fixedFee";
const fileOf = (name: string, ...lines: string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
};
const prices = fileOf(
  "prices.csv",
  `\uFEFF${header}`,
  "credit,,,1,225,",
  "credit,,bonus,3,400,100",
  "",
  "credit,true,bonus,3,300,",
  "debit,,,1,150,",
);
const ours = terminalOf.ours;

test("shows what was replaced from now on: a line for each kind of card, the counts as columns", async () => {
  world.clock.advanceMs(60_000);
  const [said = "", more] = await type("replace", ours, prices, "now");
  expect(said).toMatch(/^trf_\S{26}: 4 prices of trm_ours from 2026-11-20T09:01:00.000Z\.$/);
  expect(more).toBe("Payments that were created before keep the tariff of their creation.");
  const shown = await type("show", ours);
  expect(shown[0]).toBe(`trf_${ours} from 1970-01-01T00:00:00.000Z, over`);
  expect(shown.slice(shown.indexOf("") + 1)).toEqual([
    `${said.slice(0, 30)} from 2026-11-20T09:01:00.000Z, in force`,
    "  family  brand  on-us  1    3",
    "  credit  any    any    225  -",
    "  credit  bonus  any    -    400+100",
    "  credit  bonus  true   -    300",
    "  debit   any    any    150  -",
    "",
    "Rates in basis points, +fixed fee in kuruş; any: whatever it is; -: not charged.",
  ]);
});

/** Of each tariff that is shown, what follows its id. */
const titles = async () =>
  (await type("show", ours))
    .filter((line) => line.startsWith("trf_"))
    .map((line) => line.slice(line.indexOf(" ") + 1));

test("a campaign begins and ends at instants of any zone; a replacement from now names it, and it goes before both", async () => {
  const campaign = fileOf("campaign.csv", header, "credit,,,1,0,");
  const span = ["2026-12-01T00:00:00+03:00", "2026-12-08T00:00:00+03:00"];
  const spanInUtc = "from 2026-11-30T21:00:00.000Z to 2026-12-07T21:00:00.000Z";
  const [said = ""] = await type("campaign", ours, campaign, ...span);
  expect(said.slice(30)).toBe(`: 1 prices of trm_ours ${spanInUtc}.`);
  world.clock.advanceMs(60_000);
  const next = await type("replace", ours, prices, "now");
  expect(next.slice(1)).toEqual([
    `Still to come: ${said.slice(0, 30)} ${spanInUtc}.`,
    "Payments that were created before keep the tariff of their creation.",
  ]);
  world.clock.set(new Date("2026-12-01T00:00:00Z"));
  expect(await titles()).toEqual([
    "from 1970-01-01T00:00:00.000Z, over",
    "from 2026-11-20T09:01:00.000Z, over",
    "from 2026-11-20T09:02:00.000Z, while no campaign lasts",
    `${spanInUtc}, in force`,
  ]);
});

test("withdraws the campaign that is in force and says what holds from then on; a second time refused", async () => {
  const [base = "", campaign = ""] = (await type("show", ours))
    .filter((line) => line.startsWith("trf_"))
    .slice(-2)
    .map((line) => line.split(" ")[0]);
  expect(await type("withdraw", campaign)).toEqual([
    `${campaign} is withdrawn. In force at trm_ours: ${base} from 2026-11-20T09:02:00.000Z.`,
    "Payments that were created before keep the tariff of their creation.",
  ]);
  expect((await titles()).slice(-2)).toEqual([
    "from 2026-11-20T09:02:00.000Z, in force",
    "from 2026-11-30T21:00:00.000Z to 2026-12-07T21:00:00.000Z, withdrawn",
  ]);
  expect(await refusalOf("withdraw", campaign)).toBe(`The tariff ${campaign} is withdrawn already`);
  expect(await refusalOf("withdraw", "trf_none")).toBe("There is no tariff trf_none");
});

test("refused with every fault of the file and its line, and nothing is added", async () => {
  const before = await type("show", ours);
  const wrong = fileOf(
    "wrong.csv",
    header,
    "credit,,,1,225,",
    "",
    "credit,,,1,2.5,",
    "debit,,,6,100,",
    "credit,,,1,1,",
  );
  expect(await refusalOf("replace", ours, wrong, "now")).toBe(
    [
      `${wrong} was not taken.`,
      'line 4: rateBps has to be a whole number, not "2.5"',
      "line 5: only credit cards are charged in installments",
      "line 6: the same kind of card and count has a price above",
    ].join("\n"),
  );
  expect(await type("show", ours)).toEqual(before);
});

test("refused in a sentence: no file, no table, no column, no price, no instant, no terminal", async () => {
  expect(await refusalOf("replace", ours, join(folder, "none.csv"), "now")).toMatch(
    /none\.csv cannot be read: ENOENT/,
  );
  const uneven = fileOf("uneven.csv", header, "credit,1");
  expect(await refusalOf("replace", ours, uneven, "now")).toMatch(/uneven\.csv is no CSV file: .*line 2/);
  const semicolons = fileOf("semicolons.csv", header.replaceAll(",", ";"), "credit;;;1;225;");
  expect(await refusalOf("replace", ours, semicolons, "now")).toContain(`the columns have to be ${header}`);
  expect(await refusalOf("replace", ours, fileOf("empty.csv", header), "now")).toBe(
    "A tariff has at least one price",
  );
  for (const instant of ["tomorrow", "2026-12-01", "2026-02-30T00:00:00Z"]) {
    expect(await refusalOf("replace", ours, prices, instant)).toBe(
      `${instant} is no RFC 3339 date-time with a time zone`,
    );
  }
  expect(await refusalOf("campaign", ours, prices, "now", "now")).toMatch(/^now is no RFC 3339/);
  expect(await refusalOf("show", "trm_none")).toBe("There is no terminal trm_none");
  expect(await refusalOf("replace", "trm_none", prices, "now")).toBe("There is no terminal trm_none");
});
