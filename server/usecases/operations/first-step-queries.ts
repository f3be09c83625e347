import { type FirstStep, firstSteps } from "@/server/domain/first-steps";
import { type FirstStepsRow, readFirstSteps } from "@/server/store/operations/first-steps";
import { hasEnoughApprovers } from "../approvals/shared/enough-approvers";
import type { Ctx } from "../ctx";

/** The steps to the first payment, and the account and the terminal with which they are taken. */
export interface FirstStepsView {
  readonly steps: readonly { readonly step: FirstStep; readonly isDone: boolean }[];
  readonly partnerId: string | null;
  readonly terminalId: string | null;
}

/**
 * Returns what a live installation has of the way to its first payment (D-265). Null in a sandbox, which starts with
 * everything, and as soon as every step is taken.
 */
export async function findFirstSteps(ctx: Ctx): Promise<FirstStepsView | null> {
  if (ctx.sandboxTime !== null) return null;
  // People of the roles that set merchants up can be the second person of each other's changes (D-67).
  const [row, hasSecond] = await Promise.all([readFirstSteps(ctx.db), hasEnoughApprovers(ctx, "terminal.write")]);
  const done = toDone(ctx, row, hasSecond);
  const { partnerId, terminalId } = row;
  const steps = firstSteps.map((step) => ({ step, isDone: done[step] }));
  return steps.every(({ isDone }) => isDone) ? null : { steps, partnerId, terminalId };
}

const toDone = (ctx: Ctx, row: FirstStepsRow, hasSecond: boolean): Record<FirstStep, boolean> => ({
  mail: ctx.mail.isReady,
  bins: row.hasBins,
  second_person: hasSecond,
  merchant: row.partnerId !== null,
  acceptance: row.hasAcceptance,
  terminal: row.hasCredentials,
  tariff: row.hasTariff,
  diagnosis: row.hasPassed,
  live: row.hasLive,
  payment: row.hasPayment,
});
