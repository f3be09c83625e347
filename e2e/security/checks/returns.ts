import { expect } from "@playwright/test";
import { handOver, postForm, throughTheBank } from "../../support/buyer";
import { expectNothingTaken, expectTaken } from "../../support/controls";
import { Merchant } from "../../support/merchant";
import { demo, sandbox } from "../../support/product";
import type { Check } from "../check";
import { fuzzReturns } from "../fuzz/fuzz";
import type { FuzzedName } from "../fuzz/protocols";

/** The return of 3-D Secure: forged ones are refused, a repeated one has no second effect. */

const merchant = new Merchant(sandbox.apiUrl, demo);

/** The fields of each protocol with the amount, the signature and a proof. */
const forgedFields = {
  default: ["amount", "HASH", "md"],
  garanti: ["txnamount", "hash", "md"],
  posnet: ["Amount", "Sign", "MerchantPacket"],
  payfor: ["PurchAmount", "ResponseHash", "OrderId"],
} as const;

export const returnsAreAuthentic: Check = async () => {
  let forged = 0;
  for (const [terminal, names] of Object.entries(forgedFields)) {
    const terminalId = merchant.terminal(terminal as keyof typeof forgedFields);
    const { paymentCode, paymentRef } = await merchant.created({ terminalId });
    const back = await throughTheBank((await handOver(paymentRef)).text);
    for (const name of names) {
      const value = back.fields[name] ?? "";
      expect(value, `${terminal} returns ${name}`).not.toBe("");
      const flipped = (value.startsWith("1") ? "2" : "1") + value.slice(1);
      const answer = await postForm(back.action, { ...back.fields, [name]: flipped });
      expect(answer.status, `${terminal}: another ${name}`).toBe(400);
      expect((await merchant.payment(paymentCode)).status, name).toBe("initiated");
      forged += 1;
    }
    await expectNothingTaken(paymentCode);
    const first = await postForm(back.action, back.fields);
    const second = await postForm(back.action, back.fields);
    expect([first.status, second.status, second.headers.location], terminal).toEqual([
      303,
      303,
      first.headers.location,
    ]);
    expect(first.headers.location).toContain("result=success");
    await expectTaken(paymentCode, 125_050);
  }
  return { done: `${forged} forged returns of 4 protocols got 400; 4 good ones twice: the same 303, one capture` };
};

/** Makes the check of a protocol: every altered return is refused, or has only the effect that it may have. */
const fuzz =
  (name: FuzzedName): Check =>
  async (run) => {
    const { single, combined, disguised, captured } = await fuzzReturns(name, run);
    return {
      done: `${single} single changes, ${combined} combinations, ${disguised} disguised failures; ${captured} captured that say the same or differ in informative fields; books equal the ledger`,
    };
  };

export const nestpayReturns = fuzz("nestpay");
export const garantiReturns = fuzz("garanti");
export const posnetReturns = fuzz("posnet");
export const payforReturns = fuzz("payfor");
