import type { BankAccount } from "@/server/banks/bank";
import type { Probe } from "@/server/banks/banks";
import { conclude, isTransport, type Observation } from "@/server/domain/banks/conclude";
import { type CheckResult, type ConnectionFacts, checkNames, type Diagnosis } from "@/server/domain/banks/diagnosis";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { findCapturedOrder, findConnectionToDiagnose } from "@/server/store/banks/bank-connections";
import { insertBankDiagnosis } from "@/server/store/banks/bank-diagnoses";
import type { Ctx } from "../ctx";
import { type AskedConnection, type Asking, askAbout, askGate, beginAsking, observe } from "./shared/ask-bank";
import { type AccountText, checkAccount, openAccount, toBankAccount } from "./shared/bank-connection";

/** A stored connection, the connection in use of a terminal, or an agreement that is not stored yet. */
type DiagnosedConnection =
  | { readonly connectionId: string }
  | { readonly terminalId: string }
  | {
      readonly proposed: {
        /** The terminal that will have the agreement; it need not exist yet. */
        readonly terminalId: string;
        readonly bank: string;
        readonly account: AccountText;
        /** The installment counts that the terminal will offer. */
        readonly effectiveCounts: readonly number[];
      };
    };

export interface DiagnoseBankConnectionInput {
  readonly connection: DiagnosedConnection;
  /** The person or command that asks, for the record. */
  readonly by: string;
}

/**
 * Asks a bank harmless questions about a connection and concludes what is wrong with it (D-235). No question can move
 * money, no attempt is made, and the whole takes at most 60 s. The diagnosis of a stored connection is kept.
 * Throws not_found, and validation_error for a proposed agreement that cannot be used.
 */
export async function diagnoseBankConnection(ctx: Ctx, input: DiagnoseBankConnectionInput): Promise<Diagnosis> {
  const subject = await openSubject(ctx, input.connection);
  const asking = beginAsking(ctx, subject);
  const observations = await examine(ctx, subject, asking);
  const findings = conclude(observations);
  const at = ctx.clock.now();
  const diagnosis: Diagnosis = {
    id: subject.connectionId === null ? null : newId(ctx.random, "bankDiagnosis", at),
    connectionId: subject.connectionId,
    at,
    by: input.by,
    passed: findings.length === 0,
    findings,
    checks: summarise(observations, findings),
    facts: describe(subject),
    orderId: asking.orderId,
  };
  const { id, connectionId } = diagnosis;
  if (id !== null && connectionId !== null) await insertBankDiagnosis(ctx.db, { ...diagnosis, id, connectionId });
  return diagnosis;
}

interface Subject extends AskedConnection {
  readonly connectionId: string | null;
  readonly bankName: string;
  readonly effectiveCounts: readonly number[];
}

async function openSubject(ctx: Ctx, connection: DiagnosedConnection): Promise<Subject> {
  if ("proposed" in connection) {
    const { terminalId, bank, account, effectiveCounts } = connection.proposed;
    return { connectionId: null, terminalId, effectiveCounts, ...openProposed(ctx, bank, account) };
  }
  const found = await findConnectionToDiagnose(ctx.db, connection);
  if (!found) throw new AppError("not_found", `There is no bank connection of ${Object.values(connection)[0]}`);
  const { id, terminalId, bank, effectiveCounts } = found;
  const account = toBankAccount(bank, openAccount(ctx.vault, terminalId, found.account));
  const { protocol, name } = ctx.banks.getBrand(bank);
  return { connectionId: id, terminalId, account, protocol, bankName: name, effectiveCounts };
}

function openProposed(ctx: Ctx, bank: string, account: AccountText) {
  try {
    const { protocol, name } = ctx.banks.getBrand(bank);
    checkAccount(account);
    return { protocol, bankName: name, account: toBankAccount(bank, account) };
  } catch {
    // Do not pass the reason on, because it could quote the account's secrets.
    throw new AppError("validation_error", `The bank or its account cannot be used: ${bank}`);
  }
}

/** Asks the questions: the inquiry and the gate first, because their answers decide what else makes sense. */
async function examine(ctx: Ctx, subject: Subject, asking: Asking): Promise<readonly Observation[]> {
  const { protocol, account } = subject;
  const addressFault = ctx.banks.findAddressFault(account, ctx.sandboxTime === null);
  if (addressFault !== null) return [{ check: "addresses", sign: addressFault, evidence: null }];
  const addresses: Observation = { check: "addresses", sign: "fine", evidence: null };
  const asksGateAlone = !ctx.banks.getConnector(protocol).supports.prepare;
  const [inquiry, earlyGate] = await Promise.all([
    askAbout(asking, "inquire"),
    asksGateAlone ? askGate(ctx, asking, protocol, 1) : [],
  ]);
  if (inquiry === null) return [addresses];
  const answersApi = inquiry.sign === "fine" || inquiry.sign === "system_error";
  const gate = asksGateAlone || !answersApi ? earlyGate : await askGate(ctx, asking, protocol, 1);
  const first = [
    addresses,
    observe("inquiry", inquiry),
    ...gate.map(({ check, probe }) => observe(check, probe)),
    ...readClock([inquiry, ...gate.map(({ probe }) => probe)], ctx.realTime.now()),
  ];
  const isGateFine = gate.length > 0 && gate.every(({ probe }) => probe.sign === "fine");
  return [
    ...first,
    ...(answersApi ? await askRights(ctx, subject, asking) : []),
    ...(isGateFine && (asksGateAlone || answersApi) ? await askCounts(ctx, subject, asking) : []),
  ];
}

/** Asks for what the API's user may do, with an order that the bank does not have, and for one that it has. */
async function askRights(ctx: Ctx, subject: Subject, asking: Asking): Promise<readonly Observation[]> {
  const [history, reversal, refund, known] = await Promise.all([
    askAbout(asking, "history"),
    askAbout(asking, "void"),
    askAbout(asking, "credit"),
    askKnownOrder(ctx, subject, asking),
  ]);
  return [
    ...(history === null ? [] : [observe("history", history)]),
    ...(reversal === null ? [] : [observe("void", reversal)]),
    ...(refund === null ? [] : [observe("refund", refund)]),
    ...known,
  ];
}

/** A captured payment that the bank does not find by its order has another prefix there (PosNet, B-4.4). */
async function askKnownOrder(ctx: Ctx, subject: Subject, asking: Asking): Promise<readonly Observation[]> {
  const { connectionId: id, terminalId, protocol } = subject;
  const known = id === null ? null : await findCapturedOrder(ctx.db, { id, terminalId });
  if (known === null) return [];
  const probe = await askAbout(asking, "inquire", { orderId: known.bankOrderId, buyerIp: known.buyerIp });
  if (probe === null) return [];
  const isLost = probe.sign === "fine" && probe.isFound === false;
  const lostSign = protocol === "posnet" ? "wrong_order_prefix" : "unknown";
  return [{ ...observe("known_order", probe), sign: isLost ? lostSign : probe.sign }];
}

/** Asks for each installment count, one after the other, because a bank may take many forms at once for an attack. */
async function askCounts(ctx: Ctx, subject: Subject, asking: Asking): Promise<readonly Observation[]> {
  const observations: Observation[] = [];
  for (const count of subject.effectiveCounts.filter((offered) => offered > 1)) {
    const [answer] = await askGate(ctx, asking, subject.protocol, count);
    if (answer === undefined || isTransport(answer.probe.sign)) break;
    // Everything else was asked before without installments.
    const sign = answer.probe.sign === "count_refused" ? "count_refused" : "fine";
    observations.push({ ...observe("installments", answer.probe), sign, count });
  }
  return observations;
}

/** The difference of clocks in seconds from which it is a finding; a day-end is decided to the minute. */
const clockSecondsMax = 120;

function readClock(probes: readonly Probe[], now: Date): readonly Observation[] {
  const bankTime = probes.find((probe) => probe.bankTime !== null)?.bankTime;
  if (!bankTime) return [];
  const clockSeconds = Math.round((bankTime.getTime() - now.getTime()) / 1_000);
  const isOff = Math.abs(clockSeconds) > clockSecondsMax;
  return [{ check: "clock", sign: isOff ? "clock_off" : "fine", evidence: null, clockSeconds }];
}

function summarise(observations: readonly Observation[], findings: Diagnosis["findings"]): readonly CheckResult[] {
  return checkNames.map((check) => {
    if (findings.some(({ checks }) => checks.includes(check))) return { check, state: "fault" };
    const isFine = observations.some((one) => one.check === check && one.sign === "fine");
    return { check, state: isFine ? "fine" : "not_asked" };
  });
}

const describe = ({ terminalId, bankName, account }: Subject): ConnectionFacts => ({
  terminalId,
  bankName,
  merchantNo: account.merchantId,
  terminalNo: account.terminalNo,
  user: account.user,
  ...toHosts(account),
});

const toHosts = ({ endpoints }: BankAccount) => ({
  apiHost: new URL(endpoints.api).host,
  gateHost: new URL(endpoints.gate).host,
});
