import type { Protocol } from "@/server/banks/bank";
import { AppError } from "@/server/domain/errors";
import { findTerminal } from "@/server/store/accounts/terminals";
import { findBankOfOrder } from "@/server/store/banks/bank-connections";
import { findLatestDiagnosis, type StoredDiagnosis } from "@/server/store/banks/bank-diagnoses";
import { type BankMessage, listBankMessages } from "@/server/store/banks/bank-messages";
import type { Ctx } from "../ctx";

export interface BankTrace {
  /** The messages, oldest first. */
  readonly messages: readonly (BankMessage & { readonly at: Date })[];
  /** The name of the order's bank; without an order, of the bank of the connection in use. */
  readonly bank: string;
  /** Whether the bank answers only registered source addresses. */
  readonly isSourceIpListed: boolean;
}

export interface GetBankTraceInput {
  readonly terminalId: string;
  /** The bank's order id to select messages by; null for all messages. */
  readonly orderId: string | null;
}

/** The number of messages that a person can read. */
const countMax = 100;

/** Returns the latest messages between a terminal and its bank from the last seven days. Throws not_found. */
export async function getBankTrace(ctx: Ctx, input: GetBankTraceInput): Promise<BankTrace> {
  const terminal = await findTerminal(ctx.db, input.terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${input.terminalId}`);
  const bankOfOrder = input.orderId === null ? null : await findBankOfOrder(ctx.db, input.orderId);
  const { name, quirks } = ctx.banks.getBrand(bankOfOrder ?? terminal.bank);
  const messages = await listBankMessages(ctx.db, { ...input, now: ctx.clock.now(), countMax });
  return { messages, bank: name, isSourceIpListed: quirks?.sourceIpListed ?? false };
}

/** Returns the protocol that a terminal's bank speaks. Throws not_found. */
export async function getTerminalProtocol(
  ctx: Ctx,
  { terminalId }: { readonly terminalId: string },
): Promise<Protocol> {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  return ctx.banks.getBrand(terminal.bank).protocol;
}

/** Returns the newest diagnosis of a bank connection; null where it was never diagnosed (D-235). */
export const getLatestDiagnosis = (
  ctx: Ctx,
  { connectionId }: { readonly connectionId: string },
): Promise<StoredDiagnosis | null> => findLatestDiagnosis(ctx.db, connectionId);
