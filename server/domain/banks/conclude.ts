import { type Cause, causes } from "./causes";
import type { CheckName, Evidence, Finding } from "./diagnosis";

/**
 * What one answer shows. Most answers are fine or name their cause. The other signs need a second answer:
 * `client_user_or_password` and `merchant_user_or_password` refuse the API's caller without saying what is wrong,
 * `gate_refused_shop` is a page of the gate that takes no order of this shop, `system_error` is a bank's general error,
 * and `count_refused` refuses one number of installments.
 */
export type Sign =
  | "fine"
  | Cause
  | "client_user_or_password"
  | "merchant_user_or_password"
  | "gate_refused_shop"
  | "system_error"
  | "count_refused";

/** One answer, as its protocol reads it. */
export interface Observation {
  readonly check: CheckName;
  readonly sign: Sign;
  readonly evidence: Evidence | null;
  /** The number of installments that was asked for; only of the check `installments`. */
  readonly count?: number;
  /** How much the bank's clock is ahead, in whole seconds; only of the check `clock`. */
  readonly clockSeconds?: number;
}

/**
 * Concludes the findings from all answers: one for each cause, blocking ones first. Where the answers do not show the
 * cause, the finding is `unknown`; it is left out when a blocking cause explains why the connection does not work.
 */
export function conclude(observations: readonly Observation[]): readonly Finding[] {
  const found = observations.flatMap((observation) => {
    const cause = toCause(observation, observations);
    return cause === null ? [] : [{ ...observation, cause }];
  });
  const merged = mergeRights(withoutExplained(found));
  const findings = [...new Set(merged.map(({ cause }) => cause))].map((cause) => toFinding(cause, merged));
  return findings.sort((a, b) => Number(a.severity === "impaired") - Number(b.severity === "impaired"));
}

type Found = Observation & { readonly cause: Cause };

/** Returns the cause of one answer in the light of the others; null for an answer that shows none of its own. */
function toCause({ check, sign }: Observation, all: readonly Observation[]): Cause | null {
  switch (sign) {
    case "fine":
      return null;
    case "client_user_or_password":
      return narrow(all, { atGateToo: "wrong_merchant_number", atApiOnly: "wrong_api_user_or_password" });
    case "merchant_user_or_password":
      return narrow(all, { atGateToo: "wrong_merchant_number_or_user", atApiOnly: "wrong_api_password" });
    case "gate_refused_shop":
      return all.some((other) => other.check !== "gate" && namesShop(other.sign)) ? null : "unknown";
    case "system_error":
      return check === "void" || check === "refund" ? systemErrorOfReversal(all) : "unknown";
    case "count_refused":
      return areInstallmentsClosed(all) ? "installments_closed" : "installment_count_not_opened";
    default:
      return sign;
  }
}

/** The gate knows merchant and user but no password, so its answer narrows the API's refusal. */
function narrow(all: readonly Observation[], cause: { readonly atGateToo: Cause; readonly atApiOnly: Cause }): Cause {
  const gate = all.find(({ check }) => check === "gate")?.sign;
  if (gate === "gate_refused_shop") return cause.atGateToo;
  return gate !== undefined && gate !== "unknown" && !isTransport(gate) ? cause.atApiOnly : "credentials_refused";
}

/**
 * A bank that answers inquiries and refuses every void and refund with a general error takes them from listed source
 * addresses only (docs/banks.md B-14.5).
 */
const systemErrorOfReversal = (all: readonly Observation[]): Cause =>
  all.some(({ check, sign }) => check === "inquiry" && sign === "fine") &&
  all.every(({ check, sign }) => (check !== "void" && check !== "refund") || sign === "system_error")
    ? "refund_address_not_registered"
    : "unknown";

/** One refused count alone does not show that installments are closed. */
function areInstallmentsClosed(all: readonly Observation[]): boolean {
  const asked = all.filter(({ check }) => check === "installments");
  return asked.length > 1 && asked.every(({ sign }) => sign === "count_refused");
}

const transportCauses = [
  "name_not_found",
  "connection_refused",
  "no_answer",
  "certificate_expired",
  "certificate_wrong_name",
  "certificate_untrusted",
  "gate_address_wrong",
  "api_address_wrong",
  "bank_unavailable",
] as const satisfies readonly Cause[];

/** Returns whether the sign is about the way to the bank, so it says nothing about the shop. */
export const isTransport = (sign: Sign): boolean => transportCauses.some((cause) => cause === sign);

const shopSigns: readonly Sign[] = [
  "client_user_or_password",
  "merchant_user_or_password",
  "wrong_merchant_number",
  "wrong_terminal_number",
  "wrong_api_user",
  "merchant_closed",
];

const namesShop = (sign: Sign): boolean => shopSigns.includes(sign);

/**
 * Leaves out what an earlier fault explains: `unknown` beside a blocking cause, and a wrong signature beside a wrong
 * password, because some banks sign with both.
 */
function withoutExplained(found: readonly Found[]): readonly Found[] {
  const has = (cause: Cause) => found.some((one) => one.cause === cause);
  const isBlocked = found.some(({ cause }) => cause !== "unknown" && causes[cause].severity === "blocking");
  return found.filter(({ cause }) => {
    if (cause === "unknown") return !isBlocked;
    return cause !== "wrong_store_key" || !has("wrong_api_password");
  });
}

/** A user without both rights is one finding. */
function mergeRights(found: readonly Found[]): readonly Found[] {
  const rights: readonly Cause[] = ["void_right_missing", "refund_right_missing"];
  if (!rights.every((right) => found.some(({ cause }) => cause === right))) return found;
  return found.map((one) => (rights.includes(one.cause) ? { ...one, cause: "refund_user_without_right" } : one));
}

function toFinding(cause: Cause, found: readonly Found[]): Finding {
  const own = found.filter((one) => one.cause === cause);
  return {
    cause,
    mender: causes[cause].mender,
    severity: causes[cause].severity,
    checks: [...new Set(own.map(({ check }) => check))],
    evidence: own.find(({ evidence }) => evidence !== null)?.evidence ?? null,
    counts: own.flatMap(({ count }) => (count === undefined ? [] : [count])),
    clockSeconds: own.find(({ clockSeconds }) => clockSeconds !== undefined)?.clockSeconds ?? null,
  };
}
