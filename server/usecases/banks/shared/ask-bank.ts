import type { BankAccount, BankOrder, Protocol } from "@/server/banks/bank";
import type { Probe, Question } from "@/server/banks/banks";
import type { Observation } from "@/server/domain/banks/conclude";
import type { CheckName } from "@/server/domain/banks/diagnosis";
import { newBankReference, newSecretToken } from "@/server/domain/ids";
import type { Ctx } from "../../ctx";
import { callbackUrl, documentationAddress } from "./bank-connection";

/** The limit of one exchange, in ms. */
const exchangeMs = 8_000;
/** The limit of the whole diagnosis, in ms. A question is asked only if its exchange ends before it. */
const diagnosisMs = 55_000;

/** Asks a bank the questions of one diagnosis. Every exchange is noted in the terminal's message trace. */
export interface Asking {
  /** The made-up order of all questions but those to the gate. */
  readonly orderId: string;
  /** Returns null when the time of the diagnosis is over. */
  ask(question: Question): Promise<Probe | null>;
  /** Builds an order that is never paid, with an id of its own. */
  makeOrder(installment: number): BankOrder;
}

export interface AskedConnection {
  readonly terminalId: string;
  readonly protocol: Protocol;
  readonly account: BankAccount;
}

export function beginAsking(ctx: Ctx, { terminalId, protocol, account }: AskedConnection): Asking {
  const endsAt = ctx.realTime.monotonicMs() + diagnosisMs;
  return {
    orderId: newBankReference(ctx.random),
    async ask(question) {
      if (ctx.realTime.monotonicMs() + exchangeMs > endsAt) return null;
      return ctx.banks.probe(protocol, question, account, {
        timeoutMs: exchangeMs,
        observe: ({ outcome, ...exchange }) => ctx.noteMessage({ terminalId, ...exchange, outcome, cause: null }),
      });
    },
    makeOrder: (installment) => ({
      orderId: newBankReference(ctx.random),
      amountKurus: 100n,
      installment,
      language: "tr",
      // No attempt has this token, so whatever a page posts there is refused.
      callbackUrl: callbackUrl(ctx, newSecretToken(ctx.random)),
      nonce: newBankReference(ctx.random),
      buyerIp: documentationAddress,
    }),
  };
}

/** Asks about the made-up order, or about a known one. */
export const askAbout = (
  asking: Asking,
  kind: "inquire" | "history" | "void" | "credit",
  order: { readonly orderId: string; readonly buyerIp: string } | null = null,
): Promise<Probe | null> =>
  asking.ask({ kind, orderId: order?.orderId ?? asking.orderId, buyerIp: order?.buyerIp || documentationAddress });

/** Asks the gate as a browser would, and before it the bank where the protocol has that step (PosNet). */
export async function askGate(
  ctx: Ctx,
  asking: Asking,
  protocol: Protocol,
  installment: number,
): Promise<readonly { readonly check: "prepare" | "gate"; readonly probe: Probe }[]> {
  const order = asking.makeOrder(installment);
  const at = ctx.clock.now();
  if (!ctx.banks.getConnector(protocol).supports.prepare) {
    const probe = await asking.ask({ kind: "gate", order, at });
    return probe === null ? [] : [{ check: "gate", probe }];
  }
  const first = await asking.ask({ kind: "prepare", order, at });
  if (first === null) return [];
  const prepared = { check: "prepare", probe: first } as const;
  // With installments the first answer already tells whether the count is allowed.
  if (first.prepared === null || installment > 1) return [prepared];
  const probe = await asking.ask({ kind: "gate", order, at, prepared: first.prepared });
  return probe === null ? [prepared] : [prepared, { check: "gate", probe }];
}

export const observe = (check: CheckName, { sign, evidence }: Probe): Observation => ({ check, sign, evidence });
