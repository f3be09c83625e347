import { expect, test } from "vitest";
import { schemaDifference } from "./schema-engine";
import { givenServer, urlOf } from "./test-database";

test("the migrations lead to the schema: nothing of it waits to be written", async () => {
  expect(await schemaDifference(urlOf(givenServer(), "postgres"))).toBe("");
}, 60_000);
