import type { BankAccount } from "@/server/banks/bank";
import { type BankHost, type CallPurpose, toPurpose, toReach, toResult } from "@/server/domain/banks/bank-calls";
import type { Ctx } from "../../ctx";

/** Returns the host to which an account's API calls go. */
export const toBankHost = ({ bank, endpoints }: Pick<BankAccount, "bank" | "endpoints">): BankHost => ({
  bank,
  host: new URL(endpoints.api).host,
});

/** The end of a call as the sender reports it, without its messages. */
interface EndedCall {
  readonly operation: string;
  readonly outcome: string;
  readonly cause: string | null;
  readonly httpStatus: number | null;
  readonly durationMs: number;
}

/** Counts a call for the board of the banks (D-370), and tells the circuit whether the bank was reached (D-371). */
export function noteCall(ctx: Ctx, account: BankAccount, call: EndedCall, purpose = toPurpose(call.operation)): void {
  const result = toResult(call);
  if (result === null) return;
  const host = toBankHost(account);
  const at = ctx.clock.now();
  ctx.noteBankEvent({ ...host, at, purpose, kind: "call", result, durationMs: call.durationMs });
  const reach = toReach(purpose, result);
  if (reach !== null) logChange(ctx, host, ctx.circuits.note(host, reach, at));
}

/** Counts an event that is no call. */
export function noteBankEvent(
  ctx: Ctx,
  account: BankAccount,
  purpose: CallPurpose,
  kind: "hash_mismatch" | "refused",
): void {
  ctx.noteBankEvent({ ...toBankHost(account), at: ctx.clock.now(), purpose, kind });
}

/** Logs that the circuit of a bank's host has opened or closed in this process. */
export function logChange(ctx: Ctx, host: BankHost, change: "opened" | "closed" | null): void {
  if (change === "opened")
    ctx.log.warn({ ...host }, "New cards are refused at once, because their bank cannot be reached");
  if (change === "closed") ctx.log.info({ ...host }, "The bank is reached again, so new cards go to it");
}
