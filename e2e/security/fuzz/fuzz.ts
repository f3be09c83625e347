import { expect } from "@playwright/test";
import { Records } from "../../crash/records";
import { handOver, postForm, throughTheBank } from "../../support/buyer";
import { bankLedger, type LedgerOrder, wholeBankLog } from "../../support/controls";
import { Merchant } from "../../support/merchant";
import { demo, other, sandbox } from "../../support/product";
import type { Run } from "../check";
import { encodeFields, type Fields, toFields } from "./fields";
import { combineMutations, type Donors, listDisguises, listMutations, type Mutation, seededRandom } from "./mutations";
import { type FuzzedName, type FuzzedProtocol, fuzzedProtocols } from "./protocols";

/** A payment whose buyer has left the bank and not come back yet. */
interface Returning {
  readonly paymentCode: string;
  /** The address to which the bank sends the browser. */
  readonly action: string;
  readonly fields: Fields;
}

const merchants = { own: new Merchant(sandbox.apiUrl, demo), foreign: new Merchant(sandbox.apiUrl, other) };

/** Creates a payment and confirms, or fails to confirm, it at the bank. Amounts differ, so a mix-up shows. */
async function startPayment(
  { terminal }: FuzzedProtocol,
  { by = "own", code }: { readonly by?: keyof typeof merchants; readonly code?: string } = {},
): Promise<Returning> {
  const merchant = merchants[by];
  started += 1;
  const created = await merchant.created({ terminalId: merchant.terminal(terminal), amount: 10_000 + started });
  const back = await throughTheBank((await handOver(created.paymentRef)).text, code);
  return { paymentCode: created.paymentCode, action: back.action, fields: toFields(back.fields) };
}

let started = 0;

export interface FuzzResult {
  readonly single: number;
  readonly combined: number;
  readonly disguised: number;
  /** How many altered returns led to a capture, because only informative fields were altered. */
  readonly captured: number;
}

/**
 * Posts every altered return of a protocol to the product. Fails when one of them has an effect that it may not have,
 * or when the books differ from the bank's ledger at the end.
 */
export async function fuzzReturns(name: FuzzedName, { seed, rounds }: Run): Promise<FuzzResult> {
  const protocol: FuzzedProtocol = fuzzedProtocols[name];
  const donors = await openDonors(name);
  const { fields } = await startPayment(protocol);
  const single = listMutations(fields, protocol, donors);
  const combined = combineMutations(single, rounds, seededRandom(seed));
  const captured = await postAll([...single, ...combined], protocol);
  const failed = await startPayment(protocol, { code: "000000" });
  const disguises = listDisguises(failed.fields, donors.sameShop, protocol);
  await postDisguises(disguises, protocol);
  await expectBooksEqualLedger();
  return { single: single.length, combined: combined.length, disguised: disguises.length, captured };
}

async function openDonors(name: FuzzedName): Promise<Donors> {
  const others = Object.entries(fuzzedProtocols).filter(([known]) => known !== name);
  const otherProtocols = await Promise.all(others.map(([, protocol]) => startPayment(protocol)));
  return {
    sameShop: (await startPayment(fuzzedProtocols[name])).fields,
    otherShop: (await startPayment(fuzzedProtocols[name], { by: "foreign" })).fields,
    otherProtocols: otherProtocols.map(({ fields }) => fields),
  };
}

const lanes = 4;

/** Posts the altered returns, each to a payment that is still open. Returns how many led to a capture. */
async function postAll(mutations: readonly Mutation[], protocol: FuzzedProtocol): Promise<number> {
  const waiting = [...mutations];
  let captured = 0;
  const work = async (): Promise<void> => {
    let payment = await startPayment(protocol);
    const refused: string[] = [];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const effect = await post(payment, next);
      if (effect === "refused") {
        refused.push(next.what);
        if (refused.length % 25 === 0) await expectOpen(payment, refused);
        continue;
      }
      if (effect === "captured") {
        const { fields } = payment;
        expect(mayCapture(fields, next.apply(fields), protocol), `captured by an altered return: ${next.what}`).toBe(
          true,
        );
        captured += 1;
      }
      payment = await startPayment(protocol);
      refused.splice(0);
    }
    expect(await postGenuine(payment), `the genuine return after ${refused.slice(-25).join("; ")}`).toBe("captured");
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return captured;
}

/** Posts returns of buyers who failed and that look like successes; none of them may lead to a capture. */
async function postDisguises(disguises: readonly Mutation[], protocol: FuzzedProtocol): Promise<void> {
  let payment = await startPayment(protocol, { code: "000000" });
  for (const disguise of disguises) {
    const effect = await post(payment, disguise);
    expect(effect, disguise.what).not.toBe("captured");
    if (effect !== "refused") payment = await startPayment(protocol, { code: "000000" });
  }
}

type Effect = "refused" | "captured" | "failed";

const postGenuine = (payment: Returning): Promise<Effect> =>
  post(payment, { what: "genuine", apply: (fields) => fields });

async function post({ paymentCode, action, fields }: Returning, { what, apply }: Mutation): Promise<Effect> {
  const answer = await postForm(action, encodeFields(apply(fields)));
  expect([303, 400, 413, 415], `${what}: ${answer.text.slice(0, 100)}`).toContain(answer.status);
  if (answer.status !== 303) return "refused";
  await expect
    .poll(async () => (await merchants.own.payment(paymentCode)).status, { message: what, timeout: 60_000 })
    .not.toBe("initiated");
  return (await merchants.own.payment(paymentCode)).status === "captured" ? "captured" : "failed";
}

async function expectOpen({ paymentCode }: Returning, refused: readonly string[]): Promise<void> {
  const { status } = await merchants.own.payment(paymentCode);
  expect(status, `after the refused returns ${refused.slice(-25).join("; ")}`).toBe("initiated");
}

/** Returns whether an altered return may lead to a capture: it says the same, but for what decides nothing. */
function mayCapture(before: Fields, after: Fields, { informative, optional, caseless }: FuzzedProtocol): boolean {
  const fold = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.toUpperCase()));
  const [harmless, mayBeMissing, folded] = [fold(informative), fold(optional), fold(caseless)];
  const read = (fields: Fields, name: string): string[] =>
    fields.flatMap(([known, value]) => {
      if (known.toUpperCase() !== name) return [];
      return [folded.has(name) ? value.toUpperCase() : value];
    });
  return [...fold([...before, ...after].map(([name]) => name))].every((name) => {
    const [old, now] = [read(before, name), read(after, name)];
    const isSame = JSON.stringify(old) === JSON.stringify(now);
    return isSame || harmless.has(name) || (mayBeMissing.has(name) && now.length === 0);
  });
}

/** Expects that the bank has captured and given back exactly what the books say, by one capture for each order. */
async function expectBooksEqualLedger(): Promise<void> {
  const records = await Records.open(sandbox.databaseUrl);
  try {
    const { orders } = await bankLedger();
    expect(orders.map(inWords).sort(), "the bank's ledger").toEqual((await records.bankOrders()).map(inWords).sort());
  } finally {
    await records.close();
  }
  const captures = (await wholeBankLog()).filter(
    ({ operation, outcome }) => operation === "capture" && outcome === "approved",
  );
  const ids = captures.map(({ orderId }) => orderId);
  expect(ids.length - new Set(ids).size, "orders that were captured twice").toBe(0);
}

const inWords = ({ orderId, captured, voided, credited }: LedgerOrder): string =>
  `${orderId}: ${captured} captured, ${voided} voided, ${credited} credited`;
