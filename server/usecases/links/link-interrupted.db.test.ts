import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seconds } from "@/server/domain/clock";
import type { LinkBankPage } from "@/server/domain/links/link-page";
import { asGoneProcess, killBeforeForm, readToken } from "@/server/testing/journeys/crash";
import { createLinkJourney, defaultSubmit, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { newGate } from "@/server/testing/world/waiting";
import { openTestWorld, type TestWorld, testCard } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import type { Ctx } from "../ctx";
import type { LinkRecord } from "./shared/link-record";
import { startLinkPayment } from "./start-link-payment";

// What becomes of a link whose card met a crash before the form left (D-340 to D-342).
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advanceMs(seconds(1)));
afterEach(() => expectConsistentLinks(world));

const post = <Answer>(ctx: Ctx, { token }: LinkRecord, present: (page: LinkBankPage) => Promise<Answer>) =>
  startLinkPayment(ctx, { ...defaultSubmit, token, raw: testCard(pans.credit), present });

/** Lets the process die before the form leaves; returns the return address's token of that attempt. */
const crash = async (link: LinkRecord): Promise<string> => {
  const token = readToken(await killBeforeForm((present) => post(asGoneProcess(world.ctx), link, present)));
  journey.moveClock(seconds(1));
  return token;
};

const facts = async (link: LinkRecord) => ({
  link: (await journey.getRow(link)).status,
  payments: (await journey.listPayments(link)).map(({ status }) => status),
  attempts: (await journey.listAttempts(link)).map(({ status }) => status),
});

describe("after a process died before the form left", () => {
  test("the link is open at once, and the next card pays the same payment; only its return captures", async () => {
    const link = await journey.create();
    const lost = await crash(link);
    expect(await facts(link)).toEqual({ link: "initiated", payments: ["initiated"], attempts: ["started"] });
    expect(await journey.open(link)).toMatchObject({ kind: "open" });
    const { callback } = await journey.sendToBank(link);
    expect(await facts(link)).toEqual({
      link: "initiated",
      payments: ["initiated"],
      attempts: ["abandoned", "started"],
    });
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "in_progress" });
    await journey.returnFromBank(lost);
    expect(world.bank.countCalls("capture")).toBe(0);
    await journey.returnFromBank(callback);
    expect(await facts(link)).toEqual({
      link: "completed",
      payments: ["captured"],
      attempts: ["abandoned", "captured"],
    });
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("one of two cards at the same time gets the form, the other one the page of the link's state", async () => {
    const link = await journey.create();
    await crash(link);
    const kinds = (await Promise.all([journey.submit(link), journey.submit(link)])).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["form", "state"]);
    expect((await facts(link)).attempts).toEqual(["abandoned", "started"]);
  });

  test("another number of installments begins another payment", async () => {
    const link = await journey.create();
    await crash(link);
    await journey.sendToBank(link, { installmentCount: 3 });
    expect(await facts(link)).toEqual({
      link: "initiated",
      payments: ["failed", "initiated"],
      attempts: ["abandoned", "started"],
    });
  });

  test("a refused card counts, and leaves the link failed", async () => {
    const link = await journey.create({ allowedCounts: [3] });
    await killBeforeForm((present) =>
      startLinkPayment(asGoneProcess(world.ctx), {
        ...defaultSubmit,
        token: link.token,
        raw: testCard(),
        installmentCount: 3,
        present,
      }),
    );
    const refused = await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
    expect(refused).toMatchObject({ kind: "refused", code: "installment_not_allowed" });
    expect(await facts(link)).toMatchObject({ link: "failed", attempts: ["abandoned", "rejected"] });
    expect((await journey.listPayments(link)).at(-1)).toMatchObject({ attemptsUsed: 1, prepareStartedAt: null });
  });

  test("a suspended account takes no card, and the link says so", async () => {
    const change = (status: "active" | "suspended") =>
      updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes: { status } });
    const link = await journey.create();
    await crash(link);
    await change("suspended");
    expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "suspended" } });
    await change("active");
    expect((await facts(link)).attempts).toEqual(["started"]);
  });

  test("the link can be cancelled", async () => {
    const link = await journey.create();
    await crash(link);
    expect(await journey.tryCancel(link)).toBe("cancelled");
    expect(await facts(link)).toEqual({ link: "cancelled", payments: ["failed"], attempts: ["abandoned"] });
  });
});

/** Posts a card at a process that stops before the form leaves, and goes on when `goOn` is called. */
async function stall(ctx: Ctx, link: LinkRecord) {
  const [made, goOn] = [newGate(), newGate()];
  const first = post(ctx, link, async (page) => {
    made.open();
    await goOn.opened;
    return page;
  });
  await made.opened;
  return { first, goOn: goOn.open };
}

test("the link is in progress while the process of the first card lives, and no second card starts", async () => {
  const link = await journey.create();
  const { first, goOn } = await stall(world.ctx, link);
  expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "in_progress" } });
  goOn();
  expect(await first).toMatchObject({ kind: "form" });
  expect((await facts(link)).attempts).toEqual(["started"]);
});

test("a process that has lost its lease hands nothing out when a second card was faster", async () => {
  const link = await journey.create();
  const { first, goOn } = await stall(asGoneProcess(world.ctx), link);
  await journey.sendToBank(link);
  goOn();
  expect(await first).toMatchObject({ kind: "state", state: { kind: "in_progress" } });
  expect((await facts(link)).attempts.sort()).toEqual(["abandoned", "started"]);
});
