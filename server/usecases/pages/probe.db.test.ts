import { afterAll, beforeAll, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { Secret } from "@/server/domain/secret";
import { submitCard } from "@/server/testing/journeys/link";
import { handOver } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findLinkOffer, findLinkResult } from "../links/buyer-queries";
import { openLink } from "../links/open-link";
import { openCardForm } from "../payments/open-card-form";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const probe = () => world.ctx.pages.keys.probeAt(world.clock.now());
const raw = () => ({
  pan: new Secret("5528790000000008"),
  expireMonth: "12",
  expireYear: "30",
  cv2: new Secret("123"),
});
const buyer = { language: "tr", buyerIp: "192.0.2.1" } as const;
const payLink = (token: string) =>
  submitCard(world.ctx, { token, raw: raw(), ...buyer, installmentCount: 1, seenTotalKurus: 100n, bin8: null });
const postCard = (paymentRef: string) => handOver(world.ctx, { paymentRef, raw: raw(), ...buyer });

/** Counts the rows of every table. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await world.db.pool.query<{ name: string; count: number }>(`
    select table_name as name,
           (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name), false, true, '')))[1]
             ::text::int as count
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test("a card on the probe's link or payment is refused, no bank is asked, and no row of any table is written", async () => {
  const before = await countRows();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(["payment", "attempt", "outbox_event", "mail_message"]));
  const { link, ended, ref, "ended-ref": endedRef } = probe();
  expect(await openLink(world.ctx, { token: link, isOpening: true })).toMatchObject({ kind: "open" });
  expect(await openLink(world.ctx, { token: ended, isOpening: true })).toMatchObject({ kind: "expired" });
  expect(await findLinkOffer(world.ctx, { token: link, bin8: "55287900" })).toMatchObject({ kind: "offer" });
  expect(await openCardForm(world.ctx, { paymentRef: ref })).toMatchObject({ kind: "open" });
  for (const token of [link, ended]) {
    expect(await payLink(token)).toMatchObject({ kind: "state", state: { kind: "expired" } });
    expect(await findLinkResult(world.ctx, { token })).toBeNull();
  }
  for (const reference of [ref, endedRef]) {
    expect(await postCard(reference)).toMatchObject({ kind: "rejected", code: "payment_ref_expired", canRetry: false });
  }
  expect(world.bank.calls).toEqual([]);
  expect(await countRows()).toEqual(before);
});

test("the probe's secrets are new each hour, and those of the hour before still open its pages", async () => {
  const first = probe();
  world.clock.advanceMs(hours(1));
  expect(probe().link).not.toBe(first.link);
  expect(await openLink(world.ctx, { token: first.link, isOpening: true })).toMatchObject({ kind: "open" });
  world.clock.advanceMs(hours(1));
  expect(await openLink(world.ctx, { token: first.link, isOpening: true })).toBeNull();
  expect(await payLink(first.link)).toEqual({ kind: "unknown" });
  expect(await postCard(first.ref)).toMatchObject({ code: "payment_ref_invalid" });
  expect(await openCardForm(world.ctx, { paymentRef: first.ref })).toMatchObject({ code: "payment_ref_invalid" });
});

test("a link's secret opens no payment, and a payment's no link", async () => {
  const { link, ref } = probe();
  expect(await openCardForm(world.ctx, { paymentRef: link })).toMatchObject({ code: "payment_ref_invalid" });
  expect(await openLink(world.ctx, { token: ref, isOpening: true })).toBeNull();
});
