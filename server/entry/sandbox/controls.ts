import { z } from "zod";
import { isCalendarDay } from "@/server/domain/business-day";
import { problem } from "@/server/domain/field-words";
import {
  booleanValue,
  boundedList,
  checkedText,
  choice,
  dateTime,
  freeText,
  integerBetween,
  jsonObject,
  numberBetween,
  optional,
} from "@/server/domain/fields";
import { sandboxKeyInput } from "@/server/domain/keys/new-key";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { getExistingPartnerId } from "@/server/usecases/accounts/queries";
import { updatePartnerSettings } from "@/server/usecases/accounts/update-partner-settings";
import { updateTerminalSettings } from "@/server/usecases/accounts/update-terminal-settings";
import { getTerminalProtocol } from "@/server/usecases/banks/queries";
import { redirectBankConnection } from "@/server/usecases/banks/redirect-bank-connection";
import type { Ctx } from "@/server/usecases/ctx";
import { createApiKey } from "@/server/usecases/keys/create-api-key";
import { listSandboxMail } from "@/server/usecases/mail/queries";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { findPaymentCodesByBankOrder } from "@/server/usecases/payments/queries";
import { changePayoutTerms } from "@/server/usecases/payouts/change-payout-terms";
import { triggerableTypes, triggerWebhook } from "@/server/usecases/webhooks/trigger-webhook";
import type { Routed } from "../http/routes";
import type { BankControl } from "./bank-control";
import { partnerChanges } from "./partner-changes";

/** The declaration of one sandbox control. */
interface Control<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType> extends Routed {
  /** The status of a success; 200 when omitted. */
  readonly status?: 201;
  /** Set where the answer is a text of this type; JSON when omitted. */
  readonly contentType?: string;
  readonly query?: Query;
  readonly body?: Body;
  run(context: ControlContext, input: ControlInput<Query, Body>): Promise<unknown>;
}

/** The dependencies of a control: the product and the simulated banks. */
interface ControlContext {
  readonly ctx: Ctx;
  readonly bank: BankControl;
}

interface ControlInput<Query extends z.ZodObject, Body extends z.ZodType> {
  /** The path's `{id}`; an empty text when the path has none. */
  readonly id: string;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

/** Checks the types within one declaration, then widens them, because the route table holds controls of every type. */
const defineControl = <Query extends z.ZodObject, Body extends z.ZodType>(declaration: Control<Query, Body>): Control =>
  declaration as unknown as Control;

const readClock = defineControl({
  method: "GET",
  path: "/sandbox/clock",
  run: async ({ ctx }) => ({ now: ctx.clock.now() }),
});

const hundredYears = 3_155_760_000;

const moveClock = defineControl({
  method: "POST",
  path: "/sandbox/clock",
  body: jsonObject({
    advanceSeconds: optional(integerBetween(0, hundredYears)),
    set: optional(dateTime()),
  }).refine(({ advanceSeconds, set }) => (advanceSeconds === null) !== (set === null), problem("one_of_two")),
  run: ({ ctx }, { body: { advanceSeconds, set } }) =>
    advanceClock(ctx, set ? { set } : { advanceSeconds: advanceSeconds ?? 0 }),
});

const changePartner = defineControl({
  method: "PATCH",
  path: "/sandbox/partners/{id}",
  body: partnerChanges,
  async run({ ctx }, { id: partnerId, body: { autoPayout, ...changes } }) {
    const settings = await updatePartnerSettings(ctx, { partnerId, changes });
    if (autoPayout === undefined) return settings;
    await changePayoutTerms(ctx, { partnerId, changes: { isAutomatic: autoPayout } });
    return { ...settings, autoPayout };
  },
});

const sendWebhook = defineControl({
  method: "POST",
  path: "/sandbox/partners/{id}/webhooks",
  body: jsonObject({ type: choice(triggerableTypes) }),
  run: ({ ctx }, { id, body: { type } }) => triggerWebhook(ctx, { partnerId: id, type }),
});

const createKey = defineControl({
  method: "POST",
  path: "/sandbox/partners/{id}/keys",
  status: 201,
  body: sandboxKeyInput,
  async run({ ctx }, { id, body }) {
    const partnerId = await getExistingPartnerId(ctx, { partnerId: id });
    const { name, scopes, expiresAt, allowedIps, refundLimit: refundLimitKurus } = body;
    const rights = {
      ...(scopes && { scopes }),
      ...(allowedIps && { allowedIps }),
      expiresAt,
      refundLimitKurus,
    };
    const made = await createApiKey(ctx, { partnerId, name, createdBy: null, rights });
    return { id: made.id, key: made.apiKey };
  },
});

const terminalLimit = integerBetween(0, Number.MAX_SAFE_INTEGER).transform(BigInt);
const optionalLimit = terminalLimit.nullable().exactOptional();

const timeOfDay = checkedText((value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : problem("time_of_day")));

/** Any subset of a terminal's settings; an omitted limit keeps its value, and null removes it. */
const terminalChanges = jsonObject({
  active: booleanValue().exactOptional(),
  virtualPosActive: booleanValue().exactOptional(),
  pspActive: booleanValue().exactOptional(),
  effectiveCounts: boundedList(integerBetween(1, 36), 0, 36).exactOptional(),
  allowedFamilies: boundedList(choice(cardFamilies), 0, cardFamilies.length).exactOptional(),
  supportsForeign: booleanValue().exactOptional(),
  dayEndLocal: timeOfDay.exactOptional(),
  commissionBasis: choice(["gross", "net"]).exactOptional(),
  limits: jsonObject({
    perTx: optionalLimit,
    daily: optionalLimit,
    weekly: optionalLimit,
    monthly: optionalLimit,
    windows: boundedList(jsonObject({ from: timeOfDay, to: timeOfDay, max: terminalLimit }), 0, 24).exactOptional(),
  }).exactOptional(),
});

const changeTerminal = defineControl({
  method: "PATCH",
  path: "/sandbox/terminals/{id}",
  body: terminalChanges,
  run: ({ ctx }, { id, body }) => updateTerminalSettings(ctx, { terminalId: id, changes: body }),
});

const readBank = defineControl({
  method: "GET",
  path: "/sandbox/bank",
  run: ({ bank }) => bank.readSettings(),
});

const protocols = ["nestpay", "garanti", "posnet", "payfor"] as const;

/** A day as `YYYY-MM-DD`. */
const dayText = checkedText((value) => (isCalendarDay(value) ? null : problem("day")));

const bankOperations = ["capture", "void", "credit", "inquire", "history", "prepare"] as const;

const changeBank = defineControl({
  method: "PATCH",
  path: "/sandbox/bank",
  body: jsonObject({
    latencyMs: integerBetween(0, 120_000).exactOptional(),
    errorRate: numberBetween(0, 1).exactOptional(),
    down: booleanValue().exactOptional(),
    refuseSameDayCredit: booleanValue().exactOptional(),
    operations: boundedList(choice(bankOperations), 0, bankOperations.length).exactOptional(),
    setupFaults: z.record(freeText(64), freeText(64).nullable()).exactOptional(),
    dayFileErrors: integerBetween(0, 1_000).exactOptional(),
  }),
  async run({ ctx, bank }, { body: { setupFaults, ...settings } }) {
    if (setupFaults !== undefined) await placeSetupFaults(ctx, bank, setupFaults);
    return bank.changeSettings(settings);
  },
});

/** Gives terminals a fault of their set-up: from now on they find their bank at the address that has it. */
async function placeSetupFaults(ctx: Ctx, bank: BankControl, faults: Readonly<Record<string, string | null>>) {
  const wanted = Object.entries(faults).map(async ([terminalId, fault]) => {
    const protocol = await getTerminalProtocol(ctx, { terminalId });
    return [terminalId, { protocol, fault }] as const;
  });
  const placed = await bank.placeSetupFaults(Object.fromEntries(await Promise.all(wanted)));
  for (const [terminalId, endpoints] of Object.entries(placed)) {
    await redirectBankConnection(ctx, { terminalId, endpoints });
  }
}

const readBankLog = defineControl({
  method: "GET",
  path: "/sandbox/bank/log",
  query: z.object({ orderId: freeText(64).optional() }),
  async run({ ctx, bank }, { query }) {
    const { items } = await bank.readLog(query.orderId || null);
    const codes = await findPaymentCodesByBankOrder(ctx, [...new Set(items.map(({ orderId }) => orderId))]);
    return {
      items: items.map(({ at, protocol, operation, orderId, amount, outcome, maskedPan }) => {
        const paymentCode = codes.get(orderId) ?? null;
        return { at, protocol, operation, orderId, paymentCode, amount, outcome, maskedPan };
      }),
    };
  },
});

const readBankLedger = defineControl({
  method: "GET",
  path: "/sandbox/bank/ledger",
  run: ({ bank }) => bank.readLedger(),
});

const readDayFile = defineControl({
  method: "GET",
  path: "/sandbox/bank/day-file",
  contentType: "text/csv; charset=utf-8",
  query: z.object({ date: dayText, protocol: choice(protocols).optional() }),
  run: ({ bank }, { query: { date, protocol } }) => bank.readDayFile(date, protocol ?? null),
});

const readMail = defineControl({
  method: "GET",
  path: "/sandbox/mail",
  query: z.object({ to: freeText(254).optional() }),
  run: async ({ ctx }, { query }) => ({ items: await listSandboxMail(ctx, { to: query.to || null }) }),
});

/** Every endpoint that controls the sandbox. */
export const controls: readonly Control[] = [
  readClock,
  moveClock,
  changePartner,
  sendWebhook,
  createKey,
  changeTerminal,
  readBank,
  changeBank,
  readBankLog,
  readBankLedger,
  readDayFile,
  readMail,
];
