import { z } from "zod";
import type {
  Bank,
  BankAccount,
  BankBrand,
  BankOrder,
  Operation,
  Outcome,
  PlacedOrder,
  ReturnFields,
} from "@/server/banks/bank";
import { Secret } from "@/server/domain/secret";
import type { AttemptRow } from "@/server/store/attempts";
import type { PaymentRow } from "@/server/store/payments";
import type { Vault } from "@/server/store/vault";
import type { Ctx } from "./ctx";

/** What is sealed in a terminal's row. */
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

/** A shop's agreement with its bank, ready for the terminal's row. */
export const sealAccount = (vault: Vault, terminalId: string, account: AccountText) =>
  vault.seal(accountPurpose(terminalId), JSON.stringify(account));

/** The agreement of a terminal's row. Throws when no key opens it, or it is none. */
export const openAccount = (vault: Vault, terminalId: string, account: Uint8Array) =>
  sealedAccount.parse(JSON.parse(vault.open(accountPurpose(terminalId), account)));

/** An opened agreement with a bank of the catalogue, its secrets wrapped. */
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
  readonly bank: Bank;
  readonly account: BankAccount;
  /** @param maySend see `CallOptions` */
  call(operation: Operation, maySend?: () => Promise<boolean>): Promise<Outcome>;
  /** Puts a form that the browser carries into the terminal's message trace; `what` became of it in a word. */
  note(step: "form" | "return", orderId: string, fields: ReturnFields, what: string): void;
}

/** The bank behind a terminal, with the account opened for the length of one use-case. */
export function connectionOf(
  ctx: Ctx,
  terminal: { readonly terminalId: string; readonly bank: string; readonly account: Uint8Array },
): BankConnection {
  const { terminalId } = terminal;
  const account = toBankAccount(terminal.bank, openAccount(ctx.vault, terminalId, terminal.account));
  const brand = ctx.banks.brand(terminal.bank);
  return {
    ...brand,
    bank: ctx.banks.of(brand.protocol),
    account,
    call: (operation, maySend) =>
      ctx.banks.call(brand.protocol, operation, account, {
        observe: (exchange) => ctx.noteMessage({ terminalId, ...exchange }),
        ...(maySend && { maySend }),
      }),
    note(operation, orderId, fields, outcome) {
      const request = ctx.banks.redact(fields, account);
      const none = { response: null, httpStatus: null, cause: null, durationMs: 0 };
      ctx.noteMessage({ terminalId, operation, orderId, request, outcome, ...none });
    },
  };
}

/** The order of an attempt as later operations name it. */
export const placedOrderOf = (
  attempt: Pick<AttemptRow, "bankOrderId" | "buyerIp" | "authCode" | "rrn" | "transactionId">,
): PlacedOrder => ({
  orderId: attempt.bankOrderId,
  references: { authCode: attempt.authCode, rrn: attempt.rrn, transactionId: attempt.transactionId },
  buyerIp: attempt.buyerIp,
});

export const tokenPurpose = (attemptId: string): string => `callback-token:${attemptId}`;
export const proofsPurpose = (attemptId: string): string => `proofs:${attemptId}`;

export const callbackUrl = (ctx: Ctx, token: string): string =>
  `${ctx.origins.handoff}/3ds/callback/${token}`;

/** The order of an attempt as the bank was told it: always the stored values, never the browser's. */
export function orderOf(ctx: Ctx, attempt: AttemptRow, payment: PaymentRow): BankOrder {
  const token = ctx.vault.open(tokenPurpose(attempt.id), attempt.tokenCipher);
  return {
    orderId: attempt.bankOrderId,
    amountKurus: payment.amount,
    installment: payment.installment,
    language: attempt.language === "en" ? "en" : "tr",
    callbackUrl: callbackUrl(ctx, token),
    nonce: attempt.nonce,
    buyerIp: attempt.buyerIp,
  };
}
