import { newId } from "@/server/domain/ids";
import type { Db } from "./db";

/** A message to or from a bank, fit to be shown: card data and secrets are replaced. */
export interface BankMessage {
  readonly terminalId: string;
  /** An operation, or `form` and `return` for what the browser carries. */
  readonly operation: string;
  readonly orderId: string;
  readonly request: string;
  readonly response: string | null;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly cause: string | null;
  readonly durationMs: number;
}

/** Keeps messages for the trace of their terminals. */
export const insertBankMessages = (db: Db, messages: readonly BankMessage[], now: Date) =>
  db.prisma.bankMessage.createMany({
    data: messages.map((message) => ({ ...message, id: newId("bankMessage", now), at: now })),
  });
