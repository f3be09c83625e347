import type { Translator } from "@/messages/catalogues";
import type { ConnectionFacts, Diagnosis, Finding } from "@/server/domain/banks/diagnosis";

type Texts = Translator<"staff.doctor">;

export interface DoctorLetter {
  readonly subject: string;
  readonly body: string;
}

/** One line of facts about a finding: its name and its value. */
export type FactLine = readonly [name: string, value: string];

/** Returns the facts that show a finding, for people; each only where the bank's answer has it. */
export function listFindingFacts(t: Texts, { evidence, counts, clockSeconds }: Finding): readonly FactLine[] {
  const answer = [evidence?.code, evidence?.text].filter(Boolean).join(" ");
  const lines: FactLine[] = [];
  if (answer !== "") lines.push([t("labels.answer"), answer]);
  if (evidence?.sourceAddress) lines.push([t("labels.sourceAddress"), evidence.sourceAddress]);
  if (counts.length > 0) lines.push([t("labels.counts"), counts.join(", ")]);
  if (clockSeconds !== null) {
    const isAhead = clockSeconds > 0;
    lines.push([t("labels.clock"), t(isAhead ? "clockAhead" : "clockBehind", { seconds: Math.abs(clockSeconds) })]);
  }
  return lines;
}

/**
 * Writes the letter to the bank about one finding, ready to copy. It names no secret. Where our source address is in
 * question and no answer of the bank has named it, the letter leaves a place for it.
 */
export function writeDoctorLetter(
  t: Texts,
  finding: Finding,
  { facts, orderId, at }: Pick<Diagnosis, "facts" | "orderId" | "at">,
): DoctorLetter {
  const lines = [...listShopFacts(t, facts), ...listFindingFacts(t, finding)];
  if (needsAddress(finding)) lines.push([t("labels.sourceAddress"), t("letter.addressBlank")]);
  lines.push([t("labels.order"), orderId], [t("labels.at"), at.toISOString()]);
  const values = lines.map(([name, value]) => `${name}: ${value}`).join("\n");
  return {
    subject: t("letter.subject", { merchantNo: facts.merchantNo }),
    body: [t("letter.greeting"), t(`causes.${finding.cause}.letter`), values, t("letter.closing")].join("\n\n"),
  };
}

const listShopFacts = (t: Texts, facts: ConnectionFacts): FactLine[] =>
  (["merchantNo", "terminalNo", "user", "apiHost", "gateHost"] as const).flatMap((name) =>
    facts[name] === "" ? [] : [[t(`labels.${name}`), facts[name]] as const],
  );

const addressCauses: ReadonlySet<Finding["cause"]> = new Set([
  "source_address_not_registered",
  "refund_address_not_registered",
  "merchant_terminal_or_address",
  "no_answer",
  "connection_refused",
]);

const needsAddress = ({ cause, evidence }: Finding): boolean => addressCauses.has(cause) && !evidence?.sourceAddress;
