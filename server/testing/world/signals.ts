import type { BankEvent } from "@/server/domain/banks/bank-calls";
import { noTelemetry } from "@/server/domain/telemetry";
import type { ApiRequest } from "@/server/store/accounts/api-requests";
import type { BankMessage } from "@/server/store/banks/bank-messages";
import { createDb } from "@/server/store/db";
import type { Ctx } from "@/server/usecases/ctx";

/** Opens a database whose writes of events and mails are recorded. */
export const openDb = (databaseUrl: string, signalled: string[]) =>
  createDb({
    databaseUrl,
    outboxWritten: () => void signalled.push("outbox"),
    mailWritten: (mailIds) => void signalled.push(...mailIds),
  });

/** Records the facts of warnings and errors. */
export function recordWarnings(warnings: object[]): Ctx["log"] {
  const keep = (facts: object) => void warnings.push(facts);
  return { info: () => undefined, warn: keep, error: keep };
}

/** Records the signals to background work instead of sending them. */
export const recordSignals = (signalled: string[], { outboxWritten, mailWritten }: Ctx["db"]): Ctx["signals"] => ({
  outboxWritten,
  mailWritten,
  captureUnknown: (attemptId) => void signalled.push(attemptId),
  refundUnknown: (refundId) => void signalled.push(refundId),
  deliveriesCreated: (made) => void signalled.push(...made.map(({ deliveryId }) => deliveryId)),
  resendsRequested: async ({ deliveryIds }) => void signalled.push(...deliveryIds),
});

/** Records what a process buffers, in place of writing it. */
export function recordNotes() {
  const [noted, requests, bankEvents]: [BankMessage[], ApiRequest[], BankEvent[]] = [[], [], []];
  return {
    noted,
    requests,
    bankEvents,
    telemetry: noTelemetry,
    noteMessage: (message: BankMessage) => void noted.push(message),
    noteRequest: (request: ApiRequest) => void requests.push(request),
    noteBankEvent: (event: BankEvent) => void bankEvents.push(event),
  };
}
