import { afterAll, beforeAll, expect, test } from "vitest";
import { asPartnerId } from "@/server/store/tenant";
import { readPdfText } from "@/server/testing/documents/pdf-text";
import { createBankDayJourney } from "@/server/testing/journeys/bank-day";
import { longWaits } from "@/server/testing/journeys/refund";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { writeChargebackStatement } from "@/server/usecases/chargebacks/write-chargeback-statement";
import { answerEvidence } from "./evidence-export";

let world: TestWorld;
let paymentCode: string;
let chargebackId: string;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  const journey = createBankDayJourney(world);
  paymentCode = await journey.capture({ amountKurus: 50_000n });
  const [sale] = await journey.linesOf(paymentCode);
  if (!sale) throw new Error("The payment has no line");
  const taken = { ...sale, kind: "chargeback", amount: "120.00", caseNumber: "CB-77", reasonCode: "10.4" };
  await journey.importAndList(journey.endDay(), [sale, taken]);
  const chargeback = await world.db.prisma.chargeback.findFirstOrThrow({ where: { paymentId: paymentCode } });
  chargebackId = chargeback.id;
  const statement = "Teslim edildi. Kart 4355 0843 5508 4358 ile ödendi.";
  await writeChargebackStatement(world.ctx, { partnerId: asPartnerId("prt_ours"), chargebackId, statement });
});
afterAll(() => world.close());

const download = async (role: "owner" | "support", partnerId = "prt_ours", language = "tr") => {
  const door = await createPanelContext(world.ctx, role, partnerId);
  const address = `http://api.test/panel/export/evidence.pdf?chargeback=${chargebackId}&lang=${language}`;
  return answerEvidence(new Request(address), door);
};

test("it has the case, the bank's references, the way through 3-D Secure and the statement, in each language", async () => {
  const attempt = await world.db.prisma.attempt.findFirstOrThrow({
    where: { paymentId: paymentCode, status: "captured" },
  });
  for (const [language, taken] of [
    ["tr", "Banka tahsil etti"],
    ["en", "Taken by the bank"],
  ]) {
    const answer = await download("owner", "prt_ours", language);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/\d{4}-\d\d-\d\d\.pdf/);
    const text = await readPdfText(Buffer.from(await answer.arrayBuffer()));
    for (const part of ["CB-77", "10.4", paymentCode, attempt.bankOrderId, attempt.cardLast4, "120", taken]) {
      expect(text).toContain(part);
    }
    if (attempt.authCode) expect(text).toContain(attempt.authCode);
    expect(text).toContain("Teslim edildi.");
    expect(text).not.toContain("4355 0843 5508 4358");
  }
});

test("another account's is not found, and a role without the right is refused, which the audit log records", async () => {
  expect((await download("owner", "prt_other")).status).toBe(404);
  expect((await download("support")).status).toBe(403);
  const entries = await world.db.prisma.auditEntry.findMany({ where: { action: "chargeback.evidence" } });
  expect(entries.map(({ outcome }) => outcome).sort()).toEqual(["done", "done", "refused"]);
});
