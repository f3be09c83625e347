import { afterAll, beforeAll, expect, test } from "vitest";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "./door";
import { panelRouter } from "./router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Returns all rows of all tables as text, with bytes in hexadecimal. */
async function readDatabase(): Promise<string> {
  const { rows: tables } = await world.db.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  expect(tables.length).toBeGreaterThan(20);
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await world.db.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}

const toEncodings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
];

test("an API key and an invitation's link are in no table after they were shown, not even in the audit log (S9)", async () => {
  const owner = createCallerFactory(panelRouter)(await createPanelContext(world.ctx, "owner"));
  const made = JSON.stringify(await owner.key.create({ name: "Shop" }));
  const [key = ""] = /sk_test_\w{8}_[\w-]{43}/.exec(made) ?? [];
  const invited = JSON.stringify(await owner.team.invite({ email: "new@ours.test", role: "support" }));
  const [token = ""] = /[\w-]{43}/.exec(invited) ?? [];
  expect([key.length, token.length]).toEqual([60, 43]);
  const whole = await readDatabase();
  expect(whole).toContain(key.slice(0, 16));
  expect(whole).toContain("new@ours.test");
  for (const secret of [key, key.slice(17), token]) {
    for (const written of toEncodings(secret)) expect(whole.includes(written), written.slice(0, 6)).toBe(false);
  }
});
