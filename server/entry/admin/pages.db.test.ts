import { afterAll, beforeAll, expect, test } from "vitest";
import { toReleasedPages } from "@/server/domain/pages/inventory";
import { createPageNetwork, type PageChange } from "@/server/testing/doors/page-network";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { NotPassed } from "./command";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const network = createPageNetwork();

function run(words: readonly string[], change: PageChange = {}): Promise<readonly string[]> {
  const found = findCommand(["pages", ...words]);
  if (!found) throw new Error("There is no such command");
  const released = toReleasedPages(network.release);
  const pages = { ...world.ctx.pages, released, fetch: network.fetchFor(world.ctx, change) };
  return found.command.run({ ...world.ctx, pages }, found.values, found.options);
}

test("the pages are authorised with a reason, which the audit log keeps; without one the command is refused", async () => {
  expect((await run([])).join("\n")).toContain("Not authorised");
  expect(() => findCommand(["pages", "authorise"])).toThrow("reason");
  await run(["authorise", "--reason", "Release 12 was reviewed"]);
  expect((await run([])).join("\n")).toMatch(/Authorised 2026-\S+ by operator: Release 12 was reviewed/);
  const entries = await world.db.prisma.auditEntry.findMany({ where: { action: "page.authorise" } });
  expect(entries.map(({ scope, outcome }) => `${scope} ${outcome}`).sort()).toEqual(["staff begun", "staff done"]);
});

test("a check prints each page; it does not pass where one differs", async () => {
  expect(await run(["check"])).toEqual(expect.arrayContaining(["link_open: equal", "handoff_card: equal"]));
  const planted = run(["check"], {
    html: (text) => text.replace("<main>", "<main><iframe></iframe>"),
    only: "handoff_card",
  });
  const failure = await planted.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotPassed);
  expect((failure as NotPassed).lines).toContain("handoff_card: changed");
  expect((failure as NotPassed).lines).toContain("  There is an element <iframe>.");
  expect(await run([])).toContain("  There is an element <iframe>.");
});
