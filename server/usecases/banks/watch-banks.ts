import { type CallResult, toHostName } from "@/server/domain/banks/bank-calls";
import { type BankAlert, bankAlerts, isHeldOff, judgeAlerts } from "@/server/domain/banks/bank-condition";
import { closeAlerts, listOpenSubjects, raiseAlert } from "@/server/store/alerts";
import { listWatchedHosts, type WatchedHost } from "@/server/store/banks/bank-board";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { logChange } from "./shared/bank-events";

/**
 * Looks at what all processes know of the banks: opens and closes the circuits of this process by it (D-371), and
 * raises and closes the alerts about banks (D-374). Processes may do this at the same time: there is one alert for a
 * kind and a host.
 */
export async function watchBanks(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const hosts = await listWatchedHosts(ctx.db, now);
  for (const host of hosts) {
    logChange(ctx, host, ctx.circuits.learn({ ...host, isHeldOff: isHeldOff(host, now) }, now));
  }
  await settleAlerts(ctx, hosts, now);
}

async function settleAlerts(ctx: Ctx, hosts: readonly WatchedHost[], now: Date): Promise<void> {
  const open = await listOpenSubjects(ctx.db, bankAlerts);
  const byName = new Map(hosts.map((host) => [toHostName(host), host]));
  for (const kind of bankAlerts) {
    const alerted = new Set(open.filter((alert) => alert.kind === kind).map(({ subject }) => subject));
    for (const [subject, host] of byName) {
      if (!alerted.has(subject) && judgeAlerts(host, host, now)[kind] === "raise") {
        await raise(ctx, kind, subject, host);
      }
    }
    for (const subject of alerted) {
      const host = byName.get(subject);
      // A host that is not called any more has no counts.
      if (!host || judgeAlerts(host, host, now)[kind] === "close") await close(ctx, kind, subject);
    }
  }
}

async function raise(ctx: Ctx, kind: BankAlert, subject: string, host: WatchedHost): Promise<void> {
  const detail = details[kind](host);
  const isNew = await inTx(ctx.db, (tx) => raiseAlert(tx, { kind, subject, detail }, ctx.clock.now()));
  if (isNew) ctx.log.error({ alert: kind, incident: kind, subject }, detail);
}

async function close(ctx: Ctx, kind: BankAlert, subject: string): Promise<void> {
  await inTx(ctx.db, (tx) => closeAlerts(tx, { kinds: [kind], subjects: [subject] }, ctx.clock.now()));
  ctx.log.info({ incident: kind, subject }, "The incident has ended");
}

const failures: Readonly<Record<CallResult, string>> = {
  answered: "answered",
  declined: "declined",
  unconnected: "no connection could be made",
  timeout: "no answer came in time",
  broken: "the connection broke before an answer",
  http_status: "the bank answered with an error page",
  unreadable: "the bank's answer could not be read",
};

const details: Readonly<Record<BankAlert, (host: WatchedHost) => string>> = {
  bank_down: ({ bank, host, failuresInRow, lastFailure }) =>
    `The last ${failuresInRow} calls to ${bank} at ${host} failed; of the last one ${failures[lastFailure ?? "broken"]}.`,
  bank_slow: ({ bank, host, now: { calls, slow } }) =>
    `${slow} of the ${calls} calls to ${bank} at ${host} in the last two minutes took longer than 5 s or ended without an answer.`,
  bank_hash_mismatch: ({ bank, host, mismatches }) =>
    `${mismatches} forms that came back from ${bank} (${host}) in the last ten minutes had a wrong hash.`,
};
