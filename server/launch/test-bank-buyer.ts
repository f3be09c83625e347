import { createHash } from "node:crypto";
import type { HandoffForm } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import type { CardOutcome } from "@/server/simulator/cards";
import { oneTimeCode } from "@/server/simulator/challenge";
import { panWith, postForm } from "@/server/simulator/test-shop";
import { completeHandoff } from "@/server/usecases/complete-handoff";
import type { Ctx } from "@/server/usecases/ctx";
import type { BankWorld } from "./test-bank-world";
import { linkJourneyIn } from "./test-link-journey";
import { refundJourneyIn } from "./test-refund-journey";
import { terminalOf, testCard } from "./test-world";

export interface Purchase {
  readonly amountKurus?: bigint;
  readonly terminalId?: string;
  readonly card?: CardOutcome;
  readonly isLink?: boolean;
  readonly installment?: number;
  /** The process that the browser comes back to. */
  readonly ctx?: Ctx;
}

/** A buyer who pays at the simulated bank by its own pages, and a merchant who gives it back. */
export function buyerIn(world: BankWorld) {
  const refunds = refundJourneyIn(world);
  const links = linkJourneyIn(world);

  async function toTheBank(purchase: Purchase): Promise<{ paymentCode: string; form: HandoffForm }> {
    const { amountKurus = 40_000n, terminalId = terminalOf.ours, card = "approved" } = purchase;
    const pan = panWith(card);
    if (purchase.isLink) {
      const link = await links.create({ amountKurus, terminalId });
      const started = await links.submit(link, { pan });
      if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
      const [payment] = await links.paymentsOf(link);
      return { paymentCode: payment?.id ?? "", form: started.form };
    }
    const { installment = 1 } = purchase;
    const created = await refunds.create({ amountKurus, terminalId, installment });
    const started = await refunds.start(created.paymentRef, testCard(pan));
    if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
    return { paymentCode: created.paymentCode, form: started.form };
  }

  /** Types the one-time code at the bank; the form that the browser takes back from there. */
  async function authenticate({ action, fields }: HandoffForm): Promise<HandoffForm> {
    const challenge = await postForm(action, fields);
    return postForm(challenge.action, [
      ["code", oneTimeCode],
      ["action", "confirm"],
    ]);
  }

  /** A payment whose capture was asked for, whatever came of that. */
  async function buy(purchase: Purchase = {}): Promise<string> {
    const { paymentCode, form } = await toTheBank(purchase);
    const { action, fields } = await authenticate(form);
    const bodyDigest = createHash("sha256").update(encodeForm(fields)).digest();
    const token = action.split("/").at(-1) ?? "";
    await completeHandoff(purchase.ctx ?? world.ctx, { token, fields, bodyDigest });
    await world.settled();
    return paymentCode;
  }

  return {
    buy,
    /** What a refund answers: its method and status, else the code of what refused it. */
    refund: refunds.asked,
    look: refunds.look,
    /** Passes time and does what falls due. */
    advance: refunds.advance,
  };
}

export type Buyer = ReturnType<typeof buyerIn>;
