import { afterAll, beforeAll, expect, test } from "vitest";
import { findMove, type LinkStatus, linkStates, linkTable } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import { lockLink, moveLink } from "@/server/store/links/links";
import { type LinkJourney, linkJourneyIn } from "@/server/testing/journeys/link";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";

// Every pair of a link's states, as the table has it (D-10).
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());

// For initiated to completed the database wants the money: link-last-line.db.test.ts, link-life.db.test.ts.
const pairs = linkStates
  .flatMap((from) => linkStates.map((to) => [from, to] as const))
  .filter(([from, to]) => from !== "initiated" || to !== "completed");

test("listed: moved, with its event; the same: done before; not listed: refused", async () => {
  const move = async (from: LinkStatus, to: LinkStatus) => {
    const createdAt = world.clock.now();
    world.clock.advanceMs(1);
    const [id = ""] = await writeLinks(world, [{ createdAt, status: from }]);
    const now = world.clock.now();
    const moved = await inTx(world.db, async (tx) => moveLink(tx, await lockLink(tx, id), to, now)).catch(
      ({ message }) => message.replace(id, "…"),
    );
    return { moved, events: await journey.eventsOf({ id }), status: (await journey.row({ id })).status };
  };
  for (const [from, to] of pairs) {
    const row = findMove(linkTable, from, to);
    const refused = `Link … cannot move from ${from} to ${to}`;
    const moved = row ? true : from === to ? false : refused;
    const events = row?.event ? [row.event] : [];
    expect(await move(from, to), `${from} to ${to}`).toEqual({ moved, events, status: row ? to : from });
  }
});
