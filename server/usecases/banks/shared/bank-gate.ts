import { newBankReference } from "@/server/domain/ids";
import type { Ctx } from "../../ctx";
import { type BankConnection, documentationAddress } from "./bank-connection";
import { noteBankEvent, noteCall, toBankHost } from "./bank-events";

/** What the circuit of a bank says about a new card (D-371). */
export interface Admission {
  /** Whether the card is refused because the bank cannot be reached. */
  readonly isRefused: boolean;
  /** Has to be called when the card's start has ended, whatever came of it. */
  release(): void;
}

/** The limit of a trial for which a buyer waits, ms. */
const askMs = 5_000;

const admitted: Admission = { isRefused: false, release: () => undefined };
const refused: Admission = { isRefused: true, release: () => undefined };

/**
 * Decides whether a new card goes to its bank, or is refused at once because the bank cannot be reached. One card at a
 * time finds out whether the bank is back (D-372): by its own call before the bank's page, or, where the protocol has
 * none, by a question about an order that does not exist. Never ask this for a call about money that may have moved.
 */
export async function admitCard(ctx: Ctx, connection: BankConnection): Promise<Admission> {
  if (!ctx.circuits.hasOpen) return admitted;
  const host = toBankHost(connection.account);
  const admission = ctx.circuits.admit(host, ctx.clock.now());
  if (admission === "admitted") return admitted;
  if (admission === "refused") return refused;
  if (connection.bank.supports.prepare) return { isRefused: false, release: () => ctx.circuits.endTrial(host) };
  await askWhetherBack(ctx, connection).finally(() => ctx.circuits.endTrial(host));
  return ctx.circuits.isOpen(host) ? refused : admitted;
}

/** Asks the bank about an order that it cannot have. Any answer shows that it is back. */
async function askWhetherBack(ctx: Ctx, { protocol, terminalId, account }: BankConnection): Promise<void> {
  const question = { kind: "inquire", orderId: newBankReference(ctx.random), buyerIp: documentationAddress } as const;
  await ctx.banks.probe(protocol, question, account, {
    timeoutMs: askMs,
    observe(exchange) {
      ctx.noteMessage({ terminalId, ...exchange, cause: null });
      const isAnswered = exchange.httpStatus !== null;
      noteCall(ctx, account, { ...exchange, ...(isAnswered ? answered : unanswered) }, "trial");
    },
  });
}

const answered = { outcome: "answered", cause: null };
const unanswered = { outcome: "unknown", cause: "connection" };

/** Counts a card that was refused because its bank cannot be reached, and says so in the log. */
export function noteRefusedCard(ctx: Ctx, { account }: BankConnection, paymentCode: string): void {
  noteBankEvent(ctx, account, "start", "refused");
  ctx.log.info({ ...toBankHost(account), paymentCode }, "A card was refused before its bank, which cannot be reached");
}
