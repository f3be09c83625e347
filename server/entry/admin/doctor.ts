import { listFindingFacts, writeDoctorLetter } from "@/messages/doctor-letter";
import { translatorFor } from "@/messages/translate";
import type { Diagnosis, Finding } from "@/server/domain/banks/diagnosis";
import { AppError, type Language } from "@/server/domain/errors";
import { diagnoseBankConnection } from "@/server/usecases/banks/diagnose-bank-connection";
import { type AdminCommand, NotPassed } from "./command";

/** The command that examines a terminal's bank connection (D-235). */
export const doctorCommands: readonly AdminCommand[] = [
  {
    name: "bank doctor",
    parameters: ["TERMINAL"],
    options: [{ name: "language", value: "tr|en", isOptional: true }],
    help: "asks a terminal's bank harmless questions, names what is wrong, and writes the letter to the bank",
    async run(ctx, [terminalId = ""], { language }) {
      const letterLanguage = readLanguage(language);
      const diagnosis = await diagnoseBankConnection(ctx, { connection: { terminalId }, by: "operator" });
      const lines = formatDiagnosis(diagnosis, letterLanguage);
      if (!diagnosis.passed) throw new NotPassed(lines);
      return lines;
    },
  },
];

function readLanguage(given = "tr"): Language {
  if (given === "tr" || given === "en") return given;
  throw new AppError("validation_error", `bank doctor: the language must be tr or en: ${given}`);
}

/** Formats a diagnosis in English, with the letters in the chosen language. */
function formatDiagnosis(diagnosis: Diagnosis, letterLanguage: Language): string[] {
  const t = translatorFor("en", "staff.doctor");
  const { facts, findings, checks, orderId } = diagnosis;
  const subject = { bank: facts.bankName, terminal: facts.terminalId };
  const verdict = diagnosis.passed ? t("passed", subject) : t("failed", { ...subject, count: findings.length });
  const facets = [
    [t("labels.apiHost"), facts.apiHost],
    [t("labels.gateHost"), facts.gateHost],
    [t("labels.order"), orderId],
  ];
  return [
    verdict,
    "",
    ...facets.map(([name, value]) => `  ${name}: ${value}`),
    ...checks.map(({ check, state }) => `  ${t(`checks.${check}`)}: ${t(`states.${state}`)}`),
    ...findings.flatMap((finding) => ["", ...formatFinding(finding, diagnosis, letterLanguage)]),
  ].map(replaceControlCharacters);
}

function formatFinding(finding: Finding, diagnosis: Diagnosis, letterLanguage: Language): string[] {
  const t = translatorFor("en", "staff.doctor");
  const { cause, mender, severity } = finding;
  const letter = writeDoctorLetter(translatorFor(letterLanguage, "staff.doctor"), finding, diagnosis);
  return [
    `${t(`causes.${cause}.title`)} (${cause})`,
    `  ${t(`causes.${cause}.explanation`)}`,
    ...listFindingFacts(t, finding).map(([name, value]) => `  ${name}: ${value}`),
    `  ${t(`menders.${mender}`)}. ${t(`severities.${severity}`)}.`,
    `  ${t("labels.nextStep")}: ${t(`causes.${cause}.action`)}`,
    `  ${t("letter.title")}:`,
    ...[letter.subject, "", ...letter.body.split("\n")].map((line) => `    ${line}`.trimEnd()),
  ];
}

/** Replaces control characters, because a bank's text must not control the terminal. */
const replaceControlCharacters = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "\ufffd");
