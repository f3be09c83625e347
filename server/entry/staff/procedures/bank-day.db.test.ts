import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StaffRole } from "@/server/domain/people/access";
import { createBankDayJourney, type FileLine } from "@/server/testing/journeys/bank-day";
import { longWaits } from "@/server/testing/journeys/refund";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";
import { answerBankDayClaims } from "./bank-day-claims";

let world: TestWorld;
let journey: ReturnType<typeof createBankDayJourney>;
let day: string;
let lines: FileLine[];
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createBankDayJourney(world);
  const paymentCode = await journey.capture({ amountKurus: 10_000n });
  lines = await journey.linesOf(paymentCode);
  day = journey.endDay();
});
afterAll(() => world.close());

const as = async (role: StaffRole) =>
  createCallerFactory(staffRouter)(await createStaffContext(world.ctx, role)).bankDay;

const columns = ["kind", "orderId", "amount", "time", "commission", "authCode", "rrn"] as const;

/** Packs a file in the layout `statement`, as the browser does. */
const pack = (file: readonly FileLine[]): string => {
  const text = [columns.join(","), ...file.map((line) => columns.map((name) => line[name]).join(","))].join("\n");
  return gzipSync(text).toString("base64");
};
const input = (contents: string, changes: object = {}) => ({
  formatId: "statement",
  scope: { of: "all" as const, name: "" },
  day,
  fileName: "day.csv",
  contents,
  ...changes,
});

const download = async (role: StaffRole, bankDayId: string) => {
  const request = new Request(`https://panel.test/staff/export/bank-day-claims.csv?bankDayId=${bankDayId}&lang=tr`);
  const answer = await answerBankDayClaims(request, await createStaffContext(world.ctx, role));
  return { status: answer.status, text: await answer.text(), name: answer.headers.get("content-disposition") };
};

test("400 with a sentence for a file that is none, a day that has not ended, and a day that has a file of all banks", async () => {
  const { import: send } = await as("operations");
  const refused = (problem: string) => ({ cause: { code: "validation_error", details: { problem } } });
  await expect(send(input(Buffer.from([0x50, 0x4b, 3, 4]).toString("base64")))).rejects.toMatchObject(refused("file"));
  await expect(send(input(Buffer.from([0x1f, 0x8b, 1]).toString("base64")))).rejects.toMatchObject(refused("file"));
  const wide = Buffer.from(`${columns.join(",")}\nsale,ORDER,1,000.00,,,,7\n`).toString("base64");
  await expect(send(input(wide))).rejects.toMatchObject(refused("file_line 2"));
  const short = Buffer.from(`${columns.join(",")}\nsale,ORDER\n`).toString("base64");
  expect(await send(input(short))).toMatchObject({ faults: [{ line: 2, what: "amount", value: "" }] });
  const other = await send(input(pack(lines), { formatId: "sandbox" }));
  expect(other).toMatchObject({ faults: [{ line: 1, what: "columns" }] });
  const today = send(input(pack(lines), { day: journey.today() }));
  await expect(today).rejects.toMatchObject(refused("bank_day_not_ended"));
  const misspelt = send(input(pack(lines), { scope: { of: "bank", name: "isbanki" } }));
  await expect(misspelt).rejects.toMatchObject(refused("choice"));
  const faulty = await send(input(pack(lines.map((line) => ({ ...line, amount: "1.0.0" })))));
  expect(faulty).toEqual({ kind: "faulty", faultCount: 1, faults: [expect.objectContaining({ what: "amount" })] });
});

test("a packed file is imported, and the claims against its bank are a file for those who may read", async () => {
  const wrong = lines.map((line) => ({ ...line, amount: "99.00" }));
  const done = await (await as("operations")).import(input(pack(wrong)));
  if (done.kind !== "imported") throw new Error(`The file is ${done.kind}`);
  const { bankDayId } = done;
  await expect((await as("admin")).import(input(pack(wrong)))).resolves.toEqual({ kind: "same", bankDayId });
  const covered = (await as("admin")).import(input(pack(wrong), { scope: { of: "protocol", name: "nestpay" } }));
  await expect(covered).rejects.toMatchObject({ cause: { details: { problem: "bank_day_covered" } } });
  expect(await (await as("auditor")).open()).toEqual({ count: 1, oldestDays: 0 });

  const { status, text, name } = await download("auditor", bankDayId);
  expect(status).toBe(200);
  expect(name).toContain(`banka-talepleri-${day}.csv`);
  expect(text).toMatch(new RegExp(`\\n${day};2;Satış;\\w+;\\w*;Tutar farklı;99,00;100,00;.*;1,00\\r\\n$`));
  const entries = await world.db.prisma.auditEntry.findMany({ where: { action: "bankDay.claims", outcome: "done" } });
  expect(entries).toMatchObject([{ scope: "staff", detail: { bankDayId, rows: 1 } }]);
  expect((await download("auditor", "bkd_unknown")).status).toBe(404);
});
