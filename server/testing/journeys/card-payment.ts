import { createHash } from "node:crypto";
import type { CardInput, HandoffForm, ReturnFields } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import { completeHandoff } from "@/server/usecases/payments/complete-handoff";
import { postForm } from "../banks/shop";
import { terminalOf } from "../world/world";
import type { BankWorld } from "./bank-world";
import { refundJourneyIn } from "./refund";

export interface PaidByCard {
  readonly paymentCode: string;
  /** Of the address to which the browser came back. */
  readonly token: string;
  /** What it brought. */
  readonly fields: ReturnFields;
}

/** Pays 123.45 in three installments at the simulated bank with a card of the test's own. */
export async function payByCard(world: BankWorld, card: CardInput): Promise<PaidByCard> {
  const journey = refundJourneyIn(world);
  const created = await journey.create({ amountKurus: 12_345n, terminalId: terminalOf.ours, installment: 3 });
  const started = await journey.start(created.paymentRef, card);
  if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
  const challenge = await postForm(started.form.action, started.form.fields);
  const code = [
    ["code", oneTimeCode],
    ["action", "confirm"],
  ] as const;
  const back: HandoffForm = await postForm(challenge.action, code);
  const token = back.action.split("/").at(-1) ?? "";
  const bodyDigest = createHash("sha256").update(encodeForm(back.fields)).digest();
  await completeHandoff(world.ctx, { token, fields: back.fields, bodyDigest });
  await world.settled();
  return { paymentCode: created.paymentCode, token, fields: back.fields };
}
