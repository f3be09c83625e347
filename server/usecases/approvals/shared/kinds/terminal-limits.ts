import * as z from "zod";
import type { ChangedField } from "@/server/domain/approvals/change-list";
import { AppError } from "@/server/domain/errors";
import type { BankLimits } from "@/server/domain/payments/limits";
import { limitNames } from "@/server/domain/terminals/terminal-limits";
import { findTerminal, toBankLimits, toLimitColumns, updateTerminal } from "@/server/store/accounts/terminals";
import type { Ctx } from "@/server/usecases/ctx";
import { defineChangeKind } from "../change-kind";

const amount = z.string().regex(/^\d{1,15}$/);
const limit = amount.nullable();

/** Limits in kuruş, as decimal texts. */
const limitsPayload = z.object({
  perTx: limit,
  daily: limit,
  weekly: limit,
  monthly: limit,
  windows: z.array(z.object({ from: z.string(), to: z.string(), max: amount })).max(24),
});

type LimitsPayload = z.output<typeof limitsPayload>;

/** Limits of a terminal that need a second person (D-247). The subject is the terminal's id. */
export const terminalLimits = defineChangeKind<LimitsPayload>({
  permission: "terminal.write",
  payload: limitsPayload,
  check: async (ctx, { subject }) => void (await readLimits(ctx, subject)),
  async describe(ctx, { subject, payload }) {
    return compare(toTexts(await readLimits(ctx, subject)), payload);
  },
  async apply(_ctx, tx, { subject, payload }) {
    await updateTerminal(tx, subject, toLimitColumns(toLimits(payload)));
  },
});

async function readLimits(ctx: Ctx, terminalId: string): Promise<BankLimits> {
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  return toBankLimits(terminal);
}

/** Writes limits as the payload of this kind. */
export const toLimitsPayload = (limits: BankLimits): LimitsPayload => toTexts(limits);

const toText = (max: bigint | null): string | null => max?.toString() ?? null;

const toTexts = ({ perTx, daily, weekly, monthly, windows }: BankLimits): LimitsPayload => ({
  perTx: toText(perTx),
  daily: toText(daily),
  weekly: toText(weekly),
  monthly: toText(monthly),
  windows: windows.map(({ from, to, max }) => ({ from, to, max: max.toString() })),
});

const toKurus = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const toLimits = ({ perTx, daily, weekly, monthly, windows }: LimitsPayload): BankLimits => ({
  perTx: toKurus(perTx),
  daily: toKurus(daily),
  weekly: toKurus(weekly),
  monthly: toKurus(monthly),
  windows: windows.map(({ from, to, max }) => ({ from, to, max: BigInt(max) })),
});

function compare(before: LimitsPayload, after: LimitsPayload): ChangedField[] {
  const toWindows = ({ windows }: LimitsPayload) =>
    windows.map(({ from, to, max }) => `${from}–${to}: ${toLira(max)}`).join("; ") || null;
  const fields = [
    ...limitNames.map((name) => ({ field: name, before: toLira(before[name]), after: toLira(after[name]) })),
    { field: "windows", before: toWindows(before), after: toWindows(after) },
  ];
  return fields.filter((field) => field.before !== field.after);
}

/** Writes kuruş for people of both languages: `250000.00 TL`. */
const toLira = (kurus: string | null): string | null =>
  kurus === null ? null : `${kurus.padStart(3, "0").replace(/(\d\d)$/, ".$1")} TL`;
