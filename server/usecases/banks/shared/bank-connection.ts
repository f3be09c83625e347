import { z } from "zod";
import type {
  BankAccount,
  BankConnector,
  BankOrder,
  Operation,
  Outcome,
  PlacedOrder,
  ReturnFields,
} from "@/server/banks/bank";
import type { BankBrand, Exchange } from "@/server/banks/banks";
import { Secret } from "@/server/domain/secret";
import type { SpanFacts, SpanStart } from "@/server/domain/telemetry";
import type { SealedConnection } from "@/server/store/banks/bank-connections";
import type { AttemptRow } from "@/server/store/payments/attempts";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { Vault } from "@/server/store/vault";
import type { Ctx } from "@/server/usecases/ctx";
import { noteBankEvent, noteCall } from "./bank-events";

/** The shop's agreement with its bank, which is sealed in the row of a bank connection. */
const sealedAccount = z.object({
  merchantId: z.string(),
  terminalNo: z.string(),
  user: z.string(),
  password: z.string(),
  refundUser: z.object({ name: z.string(), password: z.string() }).optional(),
  storeKey: z.string(),
  isTest: z.boolean().optional(),
  orderPrefix: z.string().optional(),
  endpoints: z.object({ gate: z.url(), api: z.url() }),
});
export type AccountText = z.input<typeof sealedAccount>;

export const accountPurpose = (terminalId: string): string => `bank-account:${terminalId}`;

/** Throws if an agreement lacks a field that calls to the bank need. */
export const checkAccount = (account: AccountText): void => void sealedAccount.parse(account);

/** Seals a shop's agreement with its bank for the row of a bank connection. */
export const sealAccount = (vault: Vault, terminalId: string, account: AccountText) =>
  vault.seal(accountPurpose(terminalId), JSON.stringify(account));

/** Opens the agreement in the row of a bank connection. Throws if no key opens it or it is not an agreement. */
export const openAccount = (vault: Vault, terminalId: string, account: Uint8Array) =>
  sealedAccount.parse(JSON.parse(vault.open(accountPurpose(terminalId), account)));

/** Converts an opened agreement with a bank of the catalogue to an account with wrapped secrets. */
export const toBankAccount = (
  bank: string,
  { password, storeKey, refundUser, orderPrefix, isTest, ...plain }: AccountText,
): BankAccount => ({
  ...plain,
  ...(isTest !== undefined && { isTest }),
  ...(orderPrefix !== undefined && { orderPrefix }),
  ...(refundUser && { refundUser: { name: refundUser.name, password: new Secret(refundUser.password) } }),
  bank,
  password: new Secret(password),
  storeKey: new Secret(storeKey),
});

export interface BankConnection extends BankBrand {
  /** The id of the row; an attempt keeps it (D-77). */
  readonly id: string;
  readonly terminalId: string;
  readonly bank: BankConnector;
  readonly account: BankAccount;
  /** @param maySend see `CallOptions` */
  call(operation: Operation, maySend?: () => Promise<boolean>): Promise<Outcome>;
  /** Adds a form that the browser carries to the terminal's message trace, with its outcome. */
  traceForm(step: "form" | "return", orderId: string, fields: ReturnFields, outcome: string): void;
  /** Counts a returned form whose hash is wrong (D-370). */
  noteHashMismatch(): void;
}

/**
 * Opens a bank connection's account for one use case. A new attempt takes its terminal's connection in use
 * (`TerminalTerms`); every later operation of an attempt takes the attempt's own connection (D-77).
 */
export function openBankConnection(
  ctx: Ctx,
  { id, terminalId, bank, account: sealed }: SealedConnection,
): BankConnection {
  const account = toBankAccount(bank, openAccount(ctx.vault, terminalId, sealed));
  const brand = ctx.banks.getBrand(bank);
  return {
    ...brand,
    id,
    terminalId,
    bank: ctx.banks.getConnector(brand.protocol),
    account,
    call: (operation, maySend) =>
      ctx.telemetry.inSpan(toBankSpan(bank, operation), async (span) => {
        const observe = (exchange: Exchange): void => {
          ctx.noteMessage({ terminalId, ...exchange });
          noteCall(ctx, account, exchange);
          ctx.telemetry.bankCalled({ bank, ...exchange });
          span.add(toBankSpanFacts(exchange));
          if (exchange.cause !== null) span.fail(exchange.cause);
        };
        return ctx.banks.call(brand.protocol, operation, account, { observe, ...(maySend && { maySend }) });
      }),
    traceForm(operation, orderId, fields, outcome) {
      const request = ctx.banks.redact(fields, account);
      const none = { response: null, httpStatus: null, cause: null, durationMs: 0 };
      ctx.noteMessage({ terminalId, operation, orderId, request, outcome, ...none });
      if (operation === "return") ctx.telemetry.bankReturned(bank, outcome);
    },
    noteHashMismatch: () => noteBankEvent(ctx, account, "return", "hash_mismatch"),
  };
}

const toBankSpan = (bank: string, { kind }: Operation): SpanStart => ({
  name: `bank ${kind}`,
  kind: "client",
  facts: { "vezne.bank": bank, "vezne.bank.operation": kind },
});

const toBankSpanFacts = ({ outcome, cause, httpStatus }: Exchange): SpanFacts => ({
  "vezne.bank.outcome": outcome,
  ...(cause !== null && { "vezne.bank.cause": cause }),
  ...(httpStatus !== null && { "http.response.status_code": httpStatus }),
});

/**
 * The address that stands for the buyer where none is known: reserved for documentation (RFC 5737), so no buyer has it.
 */
export const documentationAddress = "192.0.2.1";

/** Returns the order of an attempt with the references that later operations use. */
export const toPlacedOrder = (
  attempt: Pick<AttemptRow, "bankOrderId" | "buyerIp" | "authCode" | "rrn" | "transactionId">,
): PlacedOrder => ({
  orderId: attempt.bankOrderId,
  references: { authCode: attempt.authCode, rrn: attempt.rrn, transactionId: attempt.transactionId },
  // Some banks refuse a message without an address, also long after the buyer's was erased (D-281).
  buyerIp: attempt.buyerIp || documentationAddress,
});

export const tokenPurpose = (attemptId: string): string => `callback-token:${attemptId}`;
export const proofsPurpose = (attemptId: string): string => `proofs:${attemptId}`;

export const callbackUrl = (ctx: Ctx, token: string): string => `${ctx.origins.handoff}/3ds/callback/${token}`;

/** Returns the language in which a bank shows its pages to a buyer: Turkish to one who reads Turkish, else English. */
export const toBankLanguage = (language: string): BankOrder["language"] => (language === "tr" ? "tr" : "en");

/** Returns the order of an attempt as it was sent to the bank: always the stored values, never the browser's. */
export function toBankOrder(ctx: Ctx, attempt: AttemptRow, payment: PaymentRow): BankOrder {
  const token = ctx.vault.open(tokenPurpose(attempt.id), attempt.tokenCipher);
  return {
    orderId: attempt.bankOrderId,
    amountKurus: payment.amount,
    installment: payment.installment,
    language: toBankLanguage(attempt.language),
    callbackUrl: callbackUrl(ctx, token),
    nonce: attempt.nonce,
    buyerIp: attempt.buyerIp,
  };
}
