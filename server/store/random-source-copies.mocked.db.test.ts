import { expect, test, vi } from "vitest";
import { openTestWorld } from "../testing/world/world";
import { randomOf } from "./db";

test("another copy of the module, as the framework's bundles hold one each, knows the source of a client", async () => {
  const { ctx, close } = await openTestWorld();
  vi.resetModules();
  const copy = await import("./db");
  expect(copy.randomOf).not.toBe(randomOf);
  expect(copy.randomOf(ctx.db.prisma)).toBe(ctx.random);
  await close();
});
