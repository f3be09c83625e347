import { afterAll, beforeAll, expect, test } from "vitest";
import { findMove, type LinkStatus, linkStates, linkTable } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import { lockLink, moveLink } from "@/server/store/links/links";
import { createLinkJourney, type LinkJourney } from "@/server/testing/journeys/link";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";

// Tests every pair of a link's states against the table of D-10.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

// The database permits initiated to completed only with the money: see link-last-line and link-life.
const pairs = linkStates
  .flatMap((from) => linkStates.map((to) => [from, to] as const))
  .filter(([from, to]) => from !== "initiated" || to !== "completed");

test("moves a listed pair with its event, ignores the same state, and refuses every other pair", async () => {
  const move = async (from: LinkStatus, to: LinkStatus) => {
    const createdAt = world.clock.now();
    world.clock.advanceMs(1);
    const [id = ""] = await writeLinks(world, [{ createdAt, status: from }]);
    const now = world.clock.now();
    const moved = await inTx(world.db, async (tx) => moveLink(tx, await lockLink(tx, id), to, now)).catch(
      ({ message }) => message.replace(id, "…"),
    );
    return { moved, events: await journey.listEvents({ id }), status: (await journey.getRow({ id })).status };
  };
  for (const [from, to] of pairs) {
    const row = findMove(linkTable, from, to);
    const refused = `Link … cannot move from ${from} to ${to}`;
    const moved = row ? true : from === to ? false : refused;
    const events = row?.event ? [row.event] : [];
    expect(await move(from, to), `${from} to ${to}`).toEqual({ moved, events, status: row ? to : from });
  }
});
