import { AppError } from "@/server/domain/errors";
import { findTerminal } from "@/server/store/accounts/terminals";
import { findBankOfOrder } from "@/server/store/banks/bank-connections";
import { type BankMessage, listBankMessages } from "@/server/store/banks/bank-messages";
import type { Ctx } from "../ctx";

export interface BankTrace {
  /** Oldest first. */
  readonly messages: readonly (BankMessage & { readonly at: Date })[];
  /** The name of the bank that the order was sent to; where no order is asked for, of the connection in use. */
  readonly bank: string;
  /** Whether it answers only to source addresses that it was told of. */
  readonly isSourceIpListed: boolean;
}

export interface TraceBankMessagesInput {
  readonly terminalId: string;
  /** Messages of this order of the bank's alone; of all when null. */
  readonly orderId: string | null;
}

/** As many as a person reads. */
const countMax = 100;

/** The latest messages between a terminal and its bank, of the last seven days. Throws not_found. */
export async function traceBankMessages(ctx: Ctx, input: TraceBankMessagesInput): Promise<BankTrace> {
  const terminal = await findTerminal(ctx.db, input.terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${input.terminalId}`);
  const bankOfOrder = input.orderId === null ? null : await findBankOfOrder(ctx.db, input.orderId);
  const { name, quirks } = ctx.banks.brand(bankOfOrder ?? terminal.bank);
  const messages = await listBankMessages(ctx.db, { ...input, now: ctx.clock.now(), countMax });
  return { messages, bank: name, isSourceIpListed: quirks?.sourceIpListed ?? false };
}
