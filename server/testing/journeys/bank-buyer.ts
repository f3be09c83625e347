import { createHash, randomBytes } from "node:crypto";
import type { HandoffForm, ReturnFields } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import type { CardOutcome } from "@/server/sandbox/bank/cards";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import type { Ctx } from "@/server/usecases/ctx";
import { completeHandoff } from "@/server/usecases/payments/complete-handoff";
import { panWith, postForm } from "../banks/shop";
import { terminalOf, testCard } from "../world/world";
import type { BankWorld } from "./bank-world";
import { linkJourneyIn } from "./link";
import { refundJourneyIn } from "./refund";

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

  /** Types a code at the bank; the form that the browser takes back from there. */
  async function authenticate({ action, fields }: HandoffForm, code: string): Promise<HandoffForm> {
    const challenge = await postForm(action, fields);
    return postForm(challenge.action, [
      ["code", code],
      ["action", code === "" ? "cancel" : "confirm"],
    ]);
  }

  /** A payment whose buyer has been at the bank, and how often they like comes back from there. */
  async function visit({ code = oneTimeCode, ...purchase }: Purchase & { readonly code?: string } = {}) {
    const { paymentCode, form } = await toTheBank(purchase);
    const { action, fields } = await authenticate(form, code);
    const bodyDigest = createHash("sha256").update(encodeForm(fields)).digest();
    const token = action.split("/").at(-1) ?? "";
    const comeBack = () => completeHandoff(purchase.ctx ?? world.ctx, { token, fields, bodyDigest });
    return { paymentCode, token, fields, comeBack };
  }

  /** Comes back to the address of one payment with what the bank gave the browser for another. */
  const comeBackWith = ({ token }: { token: string }, fields: ReturnFields) =>
    completeHandoff(world.ctx, { token, fields, bodyDigest: randomBytes(32) });

  /** A payment whose capture was asked for, whatever came of that. */
  async function buy(purchase: Purchase = {}): Promise<string> {
    const { paymentCode, comeBack } = await visit(purchase);
    await comeBack();
    await world.settled();
    return paymentCode;
  }

  return {
    /** The number of a test card, by what it makes the bank do. */
    panWith,
    visit,
    comeBackWith,
    buy,
    /** What a refund answers: its method and status, else the code of what refused it. */
    refund: refunds.asked,
    look: refunds.look,
    /** Passes time and does what falls due. */
    advance: refunds.advance,
  };
}

export type Buyer = ReturnType<typeof buyerIn>;
