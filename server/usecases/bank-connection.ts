import { z } from "zod";
import type { Bank, BankAccount, BankBrand, BankOrder, Operation, Outcome } from "@/server/banks/bank";
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
  storeKey: z.string(),
  endpoints: z.object({ gate: z.url(), api: z.url() }),
});
export type AccountText = z.infer<typeof sealedAccount>;

export const accountPurpose = (terminalId: string): string => `bank-account:${terminalId}`;

/** A shop's agreement with its bank, ready for the terminal's row. */
export const sealAccount = (vault: Vault, terminalId: string, account: AccountText) =>
  vault.seal(accountPurpose(terminalId), JSON.stringify(account));

/** The agreement of a terminal's row. Throws when no key opens it, or it is none. */
export const openAccount = (vault: Vault, terminalId: string, account: Uint8Array): AccountText =>
  sealedAccount.parse(JSON.parse(vault.open(accountPurpose(terminalId), account)));

export interface BankConnection extends BankBrand {
  readonly bank: Bank;
  readonly account: BankAccount;
  call(operation: Operation): Promise<Outcome>;
}

/** The bank behind a terminal, with the account opened for the length of one use-case. */
export function connectionOf(
  ctx: Ctx,
  terminal: { readonly terminalId: string; readonly bank: string; readonly account: Uint8Array },
): BankConnection {
  const { password, storeKey, ...rest } = openAccount(ctx.vault, terminal.terminalId, terminal.account);
  const account = {
    ...rest,
    bank: terminal.bank,
    password: new Secret(password),
    storeKey: new Secret(storeKey),
  };
  const brand = ctx.banks.brand(terminal.bank);
  return {
    ...brand,
    bank: ctx.banks.of(brand.protocol),
    account,
    call: (operation) => ctx.banks.call(brand.protocol, operation, account),
  };
}

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
