import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { erasedData, erasedNames, toKeptMs } from "./erased-data";
import { keptData, keptNames, tablesWithoutPersonalData } from "./kept-data";

/** The columns of each table, by the names in the database. */
function readTables(): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  for (const file of readdirSync("prisma/schema")) {
    const text = readFileSync(`prisma/schema/${file}`, "utf8");
    for (const [, model = "", body = ""] of text.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)) {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
      const fields = [...body.matchAll(/^\s+(\w+)\s+\w+.*$/gm)].filter(([line]) => !line.includes("@relation"));
      tables.set(table, new Set(fields.map(([line, name = ""]) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? name)));
    }
  }
  return tables;
}

const tables = readTables();
const data = [...erasedNames.map((name) => erasedData[name]), ...keptNames.map((name) => keptData[name])];
const columns: readonly string[] = data.flatMap((row) => [...row.columns]);
const personal = new Set(columns.map((column) => column.split(".")[0] ?? ""));

test("every table of the schema is either in the table of personal data or has a reason for being without", () => {
  expect(tables.size).toBeGreaterThan(50);
  const without = Object.keys(tablesWithoutPersonalData);
  expect(without.filter((table) => personal.has(table))).toEqual([]);
  expect([...personal, ...without].sort()).toEqual([...tables.keys()].sort());
});

test("every named column exists", () => {
  const missing = columns.filter((column) => {
    const [table = "", name = ""] = column.split(".");
    return !tables.get(table)?.has(name);
  });
  expect(missing).toEqual([]);
});

test("every column that is named for an address, a browser, a name or a note of a person has its row", () => {
  const named =
    /^(email|recipient|buyer_|source_ip|user_agent|payer_name|contacts|note$|decision_note|reason$|evidence$)/;
  const found = [...tables].flatMap(([table, names]) =>
    [...names].filter((name) => named.test(name)).map((name) => `${table}.${name}`),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((column) => !columns.includes(column) && !column.endsWith(".email_proved_at"))).toEqual([]);
});

test("the ages are those that the documents promise, in days", () => {
  const ages = Object.fromEntries(erasedNames.map((name) => [name, toKeptMs(name) / 86_400_000]));
  expect(ages).toMatchObject({
    payer_names: 540,
    buyer_addresses: 540,
    api_requests: 7,
    bank_messages: 7,
    sessions: 30,
  });
});

test("docs/personal-data.md has a line for each row, with its age", () => {
  const text = readFileSync("docs/personal-data.md", "utf8");
  for (const { data: words, ageDays, from } of Object.values(erasedData)) {
    expect(text).toContain(`| ${words} | ${ageDays} days from ${from} |`);
  }
  for (const { data: words, until } of Object.values(keptData)) expect(text).toContain(`| ${words} | ${until} |`);
});
