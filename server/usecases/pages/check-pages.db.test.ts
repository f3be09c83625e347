import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { days, hours } from "@/server/domain/clock";
import { toReleasedPages } from "@/server/domain/pages/inventory";
import { createPageNetwork, type PageChange } from "@/server/testing/doors/page-network";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { authorisePages } from "./authorise-pages";
import { checkPages } from "./check-pages";
import { eraseOldPageChecks } from "./erase-old-page-checks";
import { findRecentCheck, getPagesState } from "./queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.prisma.staffAlert.deleteMany();
  world.clock.advanceMs(hours(1));
});

const network = createPageNetwork();
/** The product with its real pages, as they are received over a network that changes them. */
const contextWith = (change: PageChange = {}): Ctx => {
  const fetch = network.fetchFor(world.ctx, change);
  return { ...world.ctx, pages: { ...world.ctx.pages, released: toReleasedPages(network.release), fetch } };
};
const checkWith = (change: PageChange = {}) => checkPages(contextWith(change));
const differences = async (change: PageChange) =>
  (await checkWith(change))
    .filter(({ result }) => result !== "equal")
    .map(({ page, differences: all }) => [page, ...all]);
const openAlerts = async (...kinds: string[]) =>
  (await world.db.prisma.staffAlert.findMany({ where: { kind: { in: kinds }, closedAt: null } })).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );

test("every page that needs no card is equal to the inventory, and is stored as such", async () => {
  const findings = await checkWith();
  expect(findings.map(({ page, result }) => `${page} ${result}`)).toEqual([
    "link_open equal",
    "link_card equal",
    "link_ended equal",
    "link_unknown equal",
    "link_error equal",
    "handoff_card equal",
    "handoff_ended equal",
    "handoff_error equal",
  ]);
  expect(await openAlerts("page_changed", "page_unreachable")).toEqual([]);
  const { pages } = await getPagesState(contextWith());
  expect(pages.map(({ last }) => last?.result ?? null)).toEqual([...Array(8).fill("equal"), null, null, null, null]);
});

test.each<[what: string, change: PageChange, sentence: RegExp]>([
  [
    "an injected script",
    { html: (text) => text.replace("</body>", '<script src="https://evil.example/x.js"></script></body>') },
    /script "https:\/\/evil\.example\/x\.js" is not in the inventory/,
  ],
  [
    "a changed integrity hash",
    { html: (text) => text.replace(/integrity="[^"]*"/, 'integrity="sha384-other"') },
    /has the integrity hash "sha384-other"/,
  ],
  [
    "an inline handler",
    { html: (text) => text.replace("<button", '<button onclick="steal()"') },
    /<button> has the handler onclick: "steal\(\)"/,
  ],
  [
    "a changed form target",
    { html: (text) => text.replace('action="/handoff?lang=tr"', 'action="https://evil.example/"') },
    /A form sends to "post https:\/\/evil\.example\/"/,
  ],
  [
    "a missing header",
    { headers: (headers) => headers.filter(([name]) => name !== "strict-transport-security") },
    /header strict-transport-security is missing/,
  ],
  ["another status", { status: 201 }, /The status is 201 in place of 200/],
])(
  "names what was planted into the handoff's card form, and alerts of this page alone: %s",
  async (_, change, sentence) => {
    const [found, ...others] = await differences({ ...change, only: "handoff_card" });
    expect(others).toEqual([]);
    expect(found?.[0]).toBe("handoff_card");
    expect(found?.slice(1).join("\n")).toMatch(sentence);
    expect(await openAlerts("page_changed")).toEqual(["page_changed handoff_card"]);
  },
);

test("a script that is sent with other bytes is a difference of every page with it", async () => {
  const found = await differences({ script: (text) => `${text};steal()` });
  expect(found.map(([page]) => page)).toEqual(["link_open", "link_card", "handoff_card"]);
  expect(found.flat()).toContainEqual(expect.stringMatching(/other bytes than its integrity hash says/));
});

test("the alert closes with the next equal page", async () => {
  await checkWith({ only: "link_open", html: (text) => text.replace("<main>", "<main><object></object>") });
  expect(await openAlerts("page_changed")).toEqual(["page_changed link_open"]);
  expect(world.warnings).toContainEqual(expect.objectContaining({ security: "page_check", page: "link_open" }));
  await checkWith();
  expect(await openAlerts("page_changed")).toEqual([]);
});

test("a page that is out of reach is an alert at the second time, and none when it answers again", async () => {
  const gone = { only: "handoff_card", error: new Error("connect ECONNREFUSED") } as const;
  expect((await differences(gone))[0]).toEqual([
    "handoff_card",
    expect.stringMatching(/could not be fetched.*ECONNREFUSED/),
  ]);
  expect(await openAlerts("page_unreachable", "page_changed")).toEqual([]);
  await checkWith({ only: "handoff_card", status: 503 });
  expect(await openAlerts("page_unreachable", "page_changed")).toEqual(["page_unreachable handoff_card"]);
  await checkWith();
  expect(await openAlerts("page_unreachable")).toEqual([]);
});

/** A context whose clock is moved by an hour before the first answers, as a sandbox's clock can be. */
const contextWithMoves = (moves: number): Ctx => {
  const ctx = contextWith();
  let left = moves;
  const fetch: typeof ctx.pages.fetch = (request) => {
    if (left > 0 && request.address.endsWith("/handoff")) {
      left -= 1;
      world.clock.advanceMs(hours(2));
    }
    return ctx.pages.fetch(request);
  };
  return { ...ctx, pages: { ...ctx.pages, fetch } };
};

test("a look during which the sandbox's clock was moved does not count, because its addresses have expired", async () => {
  const findings = await checkPages(contextWithMoves(1));
  expect(findings.filter(({ result }) => result !== "equal")).toEqual([]);
  expect(await openAlerts("page_changed")).toEqual([]);
  await expect(checkPages(contextWithMoves(9))).rejects.toThrow("took longer");
  expect(await openAlerts("page_changed")).toEqual([]);
});

test("a check that cannot be stored whole is not stored, so its repetition is not the second one out of reach", async () => {
  const gone = { only: "link_open", error: new Error("connect ECONNREFUSED") } as const;
  const listOutOfReach = () =>
    world.db.prisma.pageCheck.findMany({ where: { page: "link_open", at: world.clock.now() } });
  await world.db.prisma
    .$executeRaw`alter table page_check add constraint broken check (page <> 'handoff_card') not valid`;
  await expect(checkWith(gone)).rejects.toThrow("broken");
  await world.db.prisma.$executeRaw`alter table page_check drop constraint broken`;
  expect(await listOutOfReach()).toEqual([]);
  await checkWith(gone);
  expect(await listOutOfReach()).toEqual([expect.objectContaining({ result: "unreachable" })]);
  expect(await openAlerts("page_unreachable")).toEqual([]);
  await checkWith();
});

test("a release that nobody has authorised is an alert until somebody does; a forged signature does not count", async () => {
  const ctx = contextWith();
  await checkPages(ctx);
  expect(await openAlerts("pages_unauthorised")).toEqual(["pages_unauthorised release"]);
  const { text: content, digest } = ctx.pages.released;
  const forged = { digest, content, authorisedBy: "x", reason: "x", authorisedAt: world.clock.now(), keyId: "audit" };
  const signature = createHash("sha256").update(content).digest("hex");
  await world.db.prisma.pageInventory.create({ data: { ...forged, id: "pin_forged", signature } });
  await checkPages(ctx);
  expect((await getPagesState(ctx)).authorisation).toBeNull();
  await authorisePages(ctx, { authorisedBy: "operator", reason: "Release 12 was reviewed." });
  expect(await openAlerts("pages_unauthorised")).toEqual([]);
  await checkPages(ctx);
  expect(await openAlerts("pages_unauthorised")).toEqual([]);
  expect((await getPagesState(ctx)).authorisation).toMatchObject({ reason: "Release 12 was reviewed." });
  await expect(authorisePages(ctx, { authorisedBy: "operator", reason: " " })).rejects.toThrow("reason");
  await expect(world.db.prisma.pageInventory.deleteMany()).rejects.toThrow();
});

test("a start does not repeat a check of the same release within the hour; rows are erased after 400 days", async () => {
  const ctx = contextWith();
  await checkPages(ctx);
  expect(await findRecentCheck(ctx)).toMatchObject({ result: "equal" });
  expect(await findRecentCheck(world.ctx)).toBeNull();
  world.clock.advanceMs(hours(1));
  expect(await findRecentCheck(ctx)).toBeNull();
  world.clock.advanceMs(days(400));
  expect(await eraseOldPageChecks(ctx)).toBeGreaterThan(8);
  expect(await world.db.prisma.pageCheck.count()).toBe(0);
});
