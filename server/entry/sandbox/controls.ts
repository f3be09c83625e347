import { z } from "zod";
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
  optional,
} from "@/server/domain/fields";
import { sandboxKeyInput } from "@/server/domain/keys/new-key";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { getExistingPartnerId } from "@/server/usecases/accounts/queries";
import { updatePartnerSettings } from "@/server/usecases/accounts/update-partner-settings";
import { updateTerminalSettings } from "@/server/usecases/accounts/update-terminal-settings";
import { createApiKey } from "@/server/usecases/keys/create-api-key";
import { listSandboxMail } from "@/server/usecases/mail/queries";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { changePayoutTerms } from "@/server/usecases/payouts/change-payout-terms";
import { triggerableTypes, triggerWebhook } from "@/server/usecases/webhooks/trigger-webhook";
import { bankControls } from "./bank-controls";
import { type Control, defineControl } from "./define-control";
import { partnerChanges } from "./partner-changes";

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
  ...bankControls,
  readMail,
];
