import ExcelJS from "exceljs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayInPanel, panelRoles } from "@/server/domain/people/access";
import { readPdfText } from "@/server/testing/documents/pdf-text";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { answerStatementExport } from "./statement-export";

let world: TestWorld;
let journey: RefundJourney;
let paymentCode: string;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  world.clock.set(new Date("2027-06-03T09:00:00.000Z"));
  journey = createRefundJourney(world);
  paymentCode = await journey.capture({ amountKurus: 30_000n });
  await journey.refund(await journey.capture({ amountKurus: 20_000n }));
});
afterAll(() => world.close());

const ask = async (target: string, role: (typeof panelRoles)[number] = "finance") =>
  answerStatementExport(
    new Request(`http://api.test/panel/export/statement.${target}`),
    await createPanelContext(world.ctx, role),
  );

test("the XLSX file has each movement with its numbers, their sum, and the span in its name", async () => {
  const answer = await ask("xlsx?lang=tr&from=2027-06-01&to=2027-06-30");
  expect(answer.headers.get("content-disposition")).toMatch(/vezne-ekstre-[a-z0-9-]+-2027-06-01_2027-06-30\.xlsx"$/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await answer.arrayBuffer()) as ExcelJS.Buffer);
  const sheet = workbook.getWorksheet("Ekstre")!;
  const heads = (sheet.getRow(1).values as string[]).slice(1);
  const column = (head: string) => (sheet.getColumn(heads.indexOf(head) + 1).values as unknown[]).slice(2);
  const net = 300 - Number((await journey.getPayment(paymentCode)).commission?.amount ?? 0n) / 100;
  expect([...column("Tür")].sort()).toEqual(["Tahsilat", "Tahsilat", "İptal"].sort());
  expect(column("Ödeme kodu")).toContain(paymentCode);
  const nets = column("Net tutar") as number[];
  expect(nets.at(-1)).toBeCloseTo(net, 2);
  expect(nets.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBeCloseTo(net, 2);
  expect((column("Bakiye") as number[])[2]).toBeCloseTo(net, 2);
});

test("the PDF has the balances, the totals of the kinds and the movements", async () => {
  const answer = await ask("pdf?lang=en&from=2027-06-01&to=2027-06-30");
  const text = readPdfText(new Uint8Array(await answer.arrayBuffer()));
  const { partnerTxCode } = await journey.getPayment(paymentCode);
  for (const part of [
    "Account statement",
    "1 June 2027 – 30 June 2027",
    "Opening balance",
    "TRY 300.00",
    partnerTxCode,
  ]) {
    expect(text).toContain(part);
  }
});

test("400 for filters that cannot be read, in place of a file with more than was asked for", async () => {
  expect((await ask("csv?kind=payment")).status).toBe(400);
});

test.each(panelRoles)("answers %s as the access table says", async (role) => {
  const answer = await ask("csv", role);
  await answer.text();
  expect(answer.status).toBe(mayInPanel(role, "payout.export") ? 200 : 403);
});
