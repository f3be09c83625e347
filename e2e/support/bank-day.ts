import { expect, type Page } from "@playwright/test";
import { bankOrders, control, now, setClock } from "./controls";
import { later } from "./istanbul";
import { callStaffProcedure } from "./procedure";

/** A bank's day with its file: money that the bank takes back comes with it. */

/** Returns the date of an instant in Istanbul, `YYYY-MM-DD`. */
const dateOf = (at: Date): string => later(at, 0, 3).toISOString().slice(0, 10);

/** Moves the clock to noon of the next day, when every bank has closed its day. Returns the date that has ended. */
export async function endBankDay(): Promise<string> {
  const at = await now();
  await setClock(new Date(`${dateOf(later(at, 1))}T12:00:00+03:00`));
  return dateOf(at);
}

/** Lets the bank take money of a captured payment back. Returns the number of the case. */
export async function chargeBack(paymentCode: string, amount: number): Promise<string> {
  const [order] = await bankOrders(paymentCode);
  const answer = await control("POST", "/sandbox/bank/chargebacks", { orderId: order?.orderId, amount });
  expect(answer.status, answer.text).toBe(201);
  return answer.json().caseNumber;
}

/** Lets the bank give the money of a case back. */
export async function giveBack(caseNumber: string): Promise<void> {
  const answer = await control("POST", `/sandbox/bank/chargebacks/${caseNumber}/reversal`);
  expect(answer.status, answer.text).toBe(200);
}

/** Imports the file of all simulated banks for a day that has ended, as a person of staff who is signed in. */
export async function importDayFile(page: Page, day: string): Promise<void> {
  const file = await control("GET", `/sandbox/bank/day-file?date=${day}`);
  expect(file.status, file.text).toBe(200);
  const contents = Buffer.from(file.text).toString("base64");
  const input = { formatId: "sandbox", scope: { of: "all", name: "" }, day, fileName: `${day}.csv`, contents };
  const done = await callStaffProcedure(page, "bankDay.import", input);
  expect(done).toMatchObject({ status: 200, data: { kind: "imported" } });
}
