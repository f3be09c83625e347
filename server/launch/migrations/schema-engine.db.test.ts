import { expect, test } from "vitest";
import { givenServer, urlOf } from "@/server/testing/world/database";
import { schemaDifference } from "./schema-engine";

test("the migrations lead to the schema: nothing of it waits to be written", async () => {
  expect(await schemaDifference(urlOf(givenServer(), "postgres"))).toBe("");
}, 60_000);
