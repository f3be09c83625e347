import { createHash, randomBytes } from "node:crypto";
import type { BankForm, ReturnFields } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import type { CardOutcome } from "@/server/sandbox/bank/cards";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import type { Ctx } from "@/server/usecases/ctx";
import { completeThreeDSecure } from "@/server/usecases/payments/complete-three-d-secure";
import type { BankBrowser } from "../banks/bank-browser";
import { httpBrowser, panWith } from "../banks/shop";
import { testCard, testTerminals } from "../world/world";
import type { BankWorld } from "./bank-world";
import { createLinkJourney } from "./link";
import { returnWithoutWaiting } from "./payment";
import { createRefundJourney } from "./refund";

export interface Purchase {
  readonly amountKurus?: bigint;
  readonly terminalId?: string;
  readonly card?: CardOutcome;
  readonly isLink?: boolean;
  readonly installment?: number;
  /** The context of the process to which the browser returns. */
  readonly ctx?: Ctx;
}

/**
 * Creates a buyer who pays on the simulated bank's pages, and a merchant who refunds.
 * @param browser the buyer's browser; by default it reaches the bank over HTTP
 */
export function createBuyer(world: BankWorld, browser: BankBrowser = httpBrowser) {
  const refunds = createRefundJourney(world);
  const links = createLinkJourney(world);

  async function sendToBank(purchase: Purchase): Promise<{ paymentCode: string; form: BankForm }> {
    const { amountKurus = 40_000n, terminalId = testTerminals.ours, card = "approved" } = purchase;
    const pan = panWith(card);
    if (purchase.isLink) {
      const link = await links.create({ amountKurus, terminalId });
      const started = await links.submit(link, { pan });
      if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
      const [payment] = await links.listPayments(link);
      return { paymentCode: payment?.id ?? "", form: started.form };
    }
    const { installment = 1 } = purchase;
    const created = await refunds.create({ amountKurus, terminalId, installment });
    const started = await refunds.start(created.paymentRef, testCard(pan));
    if (started.kind !== "form") throw new Error(`Not at the bank: ${started.kind}`);
    return { paymentCode: created.paymentCode, form: started.form };
  }

  /**
   * Creates a payment and authenticates it at the bank. `returnFromBank` posts the return and may be called several
   * times.
   */
  async function authenticateAtBank({ code = oneTimeCode, ...purchase }: Purchase & { readonly code?: string } = {}) {
    const { paymentCode, form } = await sendToBank(purchase);
    const { action, fields } = await browser.authenticate(form, code === "" ? null : code);
    const bodyDigest = createHash("sha256").update(encodeForm(fields)).digest();
    const token = action.split("/").at(-1) ?? "";
    const ctx = purchase.ctx ?? world.ctx;
    const back = { token, fields, bodyDigest };
    return {
      paymentCode,
      token,
      fields,
      returnFromBank: () => completeThreeDSecure(ctx, back),
      /** Returns from a bank that does not say whether it captured, with the answer for a buyer who waited in vain. */
      returnWithoutWaiting: () => returnWithoutWaiting({ ctx, settled: world.settled }, back),
    };
  }

  /** Posts the return of one payment to the return address of another. */
  const returnWith = ({ token }: { token: string }, fields: ReturnFields) =>
    completeThreeDSecure(world.ctx, { token, fields, bodyDigest: randomBytes(32) });

  /** Pays completely; the capture may have any outcome. Returns the payment code. */
  async function buy({ ctx = world.ctx, ...purchase }: Purchase = {}): Promise<string> {
    const { paymentCode, returnFromBank } = await authenticateAtBank({
      ...purchase,
      ctx: { ...ctx, captureWaitMs: 0 },
    });
    await returnFromBank();
    await world.settled();
    return paymentCode;
  }

  return {
    /** Returns the number of the test card with an outcome. */
    panWith,
    authenticateAtBank,
    returnWith,
    buy,
    /** Refunds and returns the method and the status, or the code of the refusal. */
    refund: refunds.tryRefund,
    getPayment: refunds.getPayment,
    /** Advances the clock and runs the due work. */
    advance: refunds.advance,
  };
}

export type Buyer = ReturnType<typeof createBuyer>;
