import { afterAll, beforeAll, expect, test } from "vitest";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

let older: OlderDatabase;
beforeAll(async () => {
  older = await openDatabaseBefore("20261126120000_page_integrity");
});
afterAll(() => older.drop());

test("reports from before are counted by their day in Istanbul and kind, without what was written into the directive", async () => {
  const { client } = older;
  const insert = (id: string, directive: string, at: string) =>
    client.query(
      "insert into csp_report (id, directive, blocked, document, received_at) values ($1, $2, 'b', 'd', $3)",
      [id, directive, at],
    );
  await insert("csp_1", "script-src-elem", "2026-11-20T20:59:00Z");
  await insert("csp_2", "script-src-elem", "2026-11-20T21:00:00Z");
  await insert("csp_3", "script-src-elem", "2026-11-20T22:00:00Z");
  await insert("csp_4", "script 4355088913364384", "2026-11-20T22:00:00Z");
  await older.migrate();
  const { rows } = await client.query(
    "select day, directive, count, is_ours, first_at, last_at from csp_report order by day, count",
  );
  const at = (text: string) => new Date(text);
  expect(rows).toMatchObject([
    { day: at("2026-11-19T21:00:00Z"), directive: "script-src-elem", count: 1, is_ours: false },
    { day: at("2026-11-20T21:00:00Z"), directive: "other", count: 1 },
    {
      directive: "script-src-elem",
      count: 2,
      first_at: at("2026-11-20T21:00:00Z"),
      last_at: at("2026-11-20T22:00:00Z"),
    },
  ]);
});
