import { z } from "zod";
import { isCalendarDay } from "@/server/domain/business-day";
import { problem } from "@/server/domain/field-words";
import {
  booleanValue,
  boundedList,
  checkedText,
  choice,
  freeText,
  integerBetween,
  jsonObject,
  numberBetween,
  optional,
} from "@/server/domain/fields";
import { getTerminalProtocol } from "@/server/usecases/banks/queries";
import { redirectBankConnection } from "@/server/usecases/banks/redirect-bank-connection";
import type { Ctx } from "@/server/usecases/ctx";
import { findPaymentCodesByBankOrder } from "@/server/usecases/payments/queries";
import type { BankControl } from "./bank-control";
import { type Control, defineControl } from "./define-control";

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

const chargeBack = defineControl({
  method: "POST",
  path: "/sandbox/bank/chargebacks",
  status: 201,
  body: jsonObject({ orderId: freeText(64), amount: optional(integerBetween(1, 1_000_000_000)) }),
  run: ({ bank }, { body }) => bank.chargeBack(body),
});

const giveChargebackBack = defineControl({
  method: "POST",
  path: "/sandbox/bank/chargebacks/{id}/reversal",
  run: ({ bank }, { id }) => bank.chargeBack({ caseNumber: id }),
});

const readDayFile = defineControl({
  method: "GET",
  path: "/sandbox/bank/day-file",
  contentType: "text/csv; charset=utf-8",
  query: z.object({ date: dayText, protocol: choice(protocols).optional() }),
  run: ({ bank }, { query: { date, protocol } }) => bank.readDayFile(date, protocol ?? null),
});

/** Every endpoint that controls the simulated banks. */
export const bankControls: readonly Control[] = [
  readBank,
  changeBank,
  readBankLog,
  readBankLedger,
  chargeBack,
  giveChargebackBack,
  readDayFile,
];
