import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { mayInPanel, panelRoles } from "@/server/domain/people/access";
import { readPdfText } from "@/server/testing/documents/pdf-text";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changePayoutTerms } from "@/server/usecases/payouts/change-payout-terms";
import { recordPayoutOutcome } from "@/server/usecases/payouts/record-payout-outcome";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";
import { answerPayoutNotice, answerReceipt } from "./document";

let world: TestWorld;
let journey: PayoutJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  // Thursday, noon in Istanbul.
  world.clock.set(new Date("2027-06-03T09:00:00.000Z"));
  journey = await createPayoutJourney(world);
});
afterAll(() => world.close());

const caller = async () => createCallerFactory(panelRouter)(await createPanelContext(world.ctx, "finance"));

const listMovements = async (paymentCode: string) => (await caller()).payment.movements({ paymentCode });

const download = async (name: string, role: "finance" | "support" = "finance", partnerId = "prt_ours") => {
  const door = await createPanelContext(world.ctx, role, partnerId);
  const request = new Request(`http://api.test/panel/export/${name}`);
  const answer = await (name.startsWith("receipt") ? answerReceipt : answerPayoutNotice)(request, door);
  return { answer, bytes: Buffer.from(await answer.clone().arrayBuffer()) };
};

const readAuditEnds = (action: string) =>
  world.db.prisma.auditEntry.findMany({ where: { action }, select: { outcome: true, code: true } });

describe("where the money of a payment is", () => {
  test("it is expected, waits for approval, for the bank, and is paid on its value date", async () => {
    const paymentCode = await journey.captureUntilDue(30_000n);
    const [captured] = await listMovements(paymentCode);
    expect(captured).toMatchObject({ kind: "capture", amountKurus: 30_000n, place: { isLate: true } });
    expect(captured?.place).toMatchObject({ stage: "expected", reason: "collection" });
    await journey.collect();
    expect((await listMovements(paymentCode))[0]?.place).toMatchObject({ stage: "in_payout", reason: "approval" });
    const { id } = await journey.send();
    expect((await listMovements(paymentCode))[0]?.place).toMatchObject({ stage: "in_payout", reason: "bank" });
    await recordPayoutOutcome(world.ctx, { payoutId: id, outcome: { bankReference: "EFT-42" } });
    const [paid] = await listMovements(paymentCode);
    expect(paid).toMatchObject({ bankReference: "EFT-42", place: { stage: "paid", reason: null, payoutId: id } });
  });

  test("a refund has a line of its own; a hold of the account and of the payment are the reasons of its delay", async () => {
    const paymentCode = await journey.capture({ amountKurus: 20_000n });
    await journey.refund(paymentCode);
    const movements = await listMovements(paymentCode);
    expect(movements.map(({ kind, netKurus }) => [kind, netKurus])).toEqual([
      ["capture", movements[0]?.netKurus],
      ["void", -(movements[0]?.netKurus ?? 0n)],
    ]);
    await changePayoutTerms(world.ctx, {
      partnerId: journey.partnerId,
      changes: { holdReason: "Documents are missing" },
    });
    world.clock.set(plusMs(istanbulDayStart(world.clock.now()), days(5) + hours(9.5)));
    const reasons = async () => (await listMovements(paymentCode)).map(({ place }) => place.reason);
    expect(await reasons()).toEqual(["account_held", "account_held"]);
    await world.db.prisma.payment.update({ where: { id: paymentCode }, data: { heldSince: world.clock.now() } });
    expect(await reasons()).toEqual(["payment_held", "payment_held"]);
  });

  test("another account's payment and its receipt are not found", async () => {
    const paymentCode = await journey.capture({ amountKurus: 10_000n });
    const [captured] = await listMovements(paymentCode);
    const other = createCallerFactory(panelRouter)(await createPanelContext(world.ctx, "finance", "prt_other"));
    await expect(other.payment.movements({ paymentCode })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { answer } = await download(`receipt.pdf?transaction=${captured?.id}`, "finance", "prt_other");
    expect(answer.status).toBe(404);
  });
});

describe("a receipt", () => {
  test("has the codes of the payment and of the bank, the amounts and the masked card, in each language", async () => {
    const paymentCode = await journey.capture({ amountKurus: 12_345n });
    const payment = await journey.getPayment(paymentCode);
    const [captured] = await listMovements(paymentCode);
    const { answer, bytes } = await download(`receipt.pdf?transaction=${captured?.id}&lang=tr`);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="vezne-dekont-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.pdf"$/,
    );
    const text = readPdfText(bytes);
    for (const part of [
      "İşlem dekontu",
      "123,45 TL",
      payment.partnerTxCode,
      paymentCode,
      payment.card?.maskedPan,
      payment.bank?.authCode,
      payment.bank?.rrn,
      payment.bank?.orderId,
      "fatura ya da vergi belgesi yerine geçmez",
    ]) {
      expect(text).toContain(part);
    }
    expect(bytes.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
    const english = readPdfText((await download(`receipt.pdf?transaction=${captured?.id}&lang=en`)).bytes);
    expect(english).toContain("TRY 123.45");
    expect(english).toContain("Authorisation code");
    const page = await (await caller()).document.receipt({ transactionId: captured?.id ?? "", language: "en" });
    expect(page.paymentCode).toBe(paymentCode);
    expect(page.document.title).toBe("Transaction receipt");
    expect(await readAuditEnds("payment.receipt")).toContainEqual({ outcome: "done", code: null });
  });

  test.each(["txn_missing", "", "pay_x"])("of the transaction %j is not found", async (transaction) => {
    expect((await download(`receipt.pdf?transaction=${transaction}`)).answer.status).toBe(404);
  });
});

describe("a payout's notice", () => {
  test("has the sums of each kind, which add up to the payout, the masked account and the bank's reference", async () => {
    const { id } = (await journey.listPayouts()).find(({ status }) => status === "paid_out") ?? { id: "" };
    const { answer, bytes } = await download(`payout.pdf?payout=${id}&lang=tr`);
    expect(answer.headers.get("content-disposition")).toMatch(/vezne-hakedis-bildirimi-.*\.pdf"$/);
    const payout = await world.db.prisma.payout.findUniqueOrThrow({ where: { id } });
    const text = readPdfText(bytes);
    for (const part of ["Hak ediş bildirimi", "Tahsilat", "300,00 TL", "EFT-42", id, payout.ibanMasked]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("TR330006100519786457841326");
    const { document } = await (await caller()).document.payoutNotice({ payoutId: id, language: "en" });
    const table = document.blocks.find(({ kind }) => kind === "table");
    const lira = (Number(payout.amount) / 100).toFixed(2);
    expect(table).toMatchObject({ totals: expect.arrayContaining([`TRY ${lira}`]) });
  });

  test.each(panelRoles)("is answered to %s as the access table says", async (role) => {
    const { id } = (await journey.listPayouts()).find(({ status }) => status === "paid_out") ?? { id: "" };
    const door = await createPanelContext(world.ctx, role);
    const answer = await answerPayoutNotice(new Request(`http://api.test/panel/export/payout.pdf?payout=${id}`), door);
    expect(answer.status).toBe(mayInPanel(role, "payout.read") ? 200 : 403);
  });
});
