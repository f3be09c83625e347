import { createHash } from "node:crypto";
import type { BankForm, ReturnFields } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import { completeThreeDSecure } from "@/server/usecases/payments/complete-three-d-secure";
import { postForm } from "../banks/shop";
import { testTerminals } from "../world/world";
import type { BankWorld } from "./bank-world";
import { createRefundJourney } from "./refund";

export interface PaidByCard {
  readonly paymentCode: string;
  /** The token of the return address. */
  readonly token: string;
  /** The fields of the return. */
  readonly fields: ReturnFields;
}

/** Pays 123.45 TL in three installments at the simulated bank with the given card. */
export async function payByCard(world: BankWorld, card: CheckedCard): Promise<PaidByCard> {
  const journey = createRefundJourney(world);
  const created = await journey.create({
    amountKurus: 12_345n,
    terminalId: testTerminals.ours,
    installment: 3,
  });
  const started = await journey.start(created.paymentRef, card);
  if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
  const challenge = await postForm(started.form.action, started.form.fields);
  const code = [
    ["code", oneTimeCode],
    ["action", "confirm"],
  ] as const;
  const back: BankForm = await postForm(challenge.action, code);
  const token = back.action.split("/").at(-1) ?? "";
  const bodyDigest = createHash("sha256").update(encodeForm(back.fields)).digest();
  await completeThreeDSecure(world.ctx, { token, fields: back.fields, bodyDigest });
  await world.settled();
  return { paymentCode: created.paymentCode, token, fields: back.fields };
}
