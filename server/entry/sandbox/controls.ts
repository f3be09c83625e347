import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import {
  choice,
  dateTime,
  freeText,
  integerBetween,
  listOf,
  numberBetween,
  optional,
  record,
  truth,
} from "@/server/domain/fields";
import { updatePartnerSettings } from "@/server/usecases/accounts/update-partner-settings";
import { updateTerminalSettings } from "@/server/usecases/accounts/update-terminal-settings";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { findPaymentCodesByBankOrder } from "@/server/usecases/payments/find-payment-codes";
import { triggeredTypes, triggerWebhook } from "@/server/usecases/webhooks/trigger-webhook";
import { type Control, control } from "./operation";
import { partnerChanges } from "./partner-changes";
import { terminalChanges } from "./terminal-changes";

const readClock = control({
  method: "GET",
  path: "/sandbox/clock",
  run: async ({ ctx }) => ({ now: ctx.clock.now() }),
});

const hundredYears = 3_155_760_000;

const moveClock = control({
  method: "POST",
  path: "/sandbox/clock",
  body: record({
    advanceSeconds: optional(integerBetween(0, hundredYears)),
    set: optional(dateTime()),
  }).refine(({ advanceSeconds, set }) => (advanceSeconds === null) !== (set === null), problem("one_of_two")),
  run: ({ ctx }, { body: { advanceSeconds, set } }) =>
    advanceClock(ctx, set ? { set } : { advanceSeconds: advanceSeconds ?? 0 }),
});

const changePartner = control({
  method: "PATCH",
  path: "/sandbox/partners/{id}",
  body: partnerChanges,
  run: ({ ctx }, { id, body }) => updatePartnerSettings(ctx, { partnerId: id, changes: body }),
});

const sendWebhook = control({
  method: "POST",
  path: "/sandbox/partners/{id}/webhooks",
  body: record({ type: choice(triggeredTypes) }),
  run: ({ ctx }, { id, body: { type } }) => triggerWebhook(ctx, { partnerId: id, type }),
});

const changeTerminal = control({
  method: "PATCH",
  path: "/sandbox/terminals/{id}",
  body: terminalChanges,
  run: ({ ctx }, { id, body }) => updateTerminalSettings(ctx, { terminalId: id, changes: body }),
});

const readBank = control({ method: "GET", path: "/sandbox/bank", run: ({ bank }) => bank.readSettings() });

const bankOperations = ["capture", "void", "credit", "inquire", "history", "prepare"] as const;

const changeBank = control({
  method: "PATCH",
  path: "/sandbox/bank",
  body: record({
    latencyMs: integerBetween(0, 120_000).exactOptional(),
    errorRate: numberBetween(0, 1).exactOptional(),
    down: truth().exactOptional(),
    refuseSameDayCredit: truth().exactOptional(),
    operations: listOf(choice(bankOperations), 0, bankOperations.length).exactOptional(),
  }),
  run: ({ bank }, { body }) => bank.changeSettings(body),
});

const readBankLog = control({
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

const readBankLedger = control({
  method: "GET",
  path: "/sandbox/bank/ledger",
  run: ({ bank }) => bank.readLedger(),
});

/** Everything that can be steered in the sandbox. */
export const controls: readonly Control[] = [
  readClock,
  moveClock,
  changePartner,
  sendWebhook,
  changeTerminal,
  readBank,
  changeBank,
  readBankLog,
  readBankLedger,
];
