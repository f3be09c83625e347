import { expect, test } from "vitest";
import { buildDatabaseUrl, getTestServer } from "@/server/testing/world/database";
import { schemaDifference } from "./schema-engine";

test("the migrations lead to the schema without a difference", async () => {
  expect(await schemaDifference(buildDatabaseUrl(getTestServer(), "postgres"))).toBe("");
}, 60_000);
