import { dateTimeText } from "@/components/ui/date-time";
import type { Catalogues, Translator } from "@/messages/catalogues";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { PanelRole } from "@/server/domain/people/access";
import { wholePercent } from "../words/rates";

/** What a detail needs to be formatted in a language. */
export interface DetailTexts {
  readonly language: Language;
  readonly t: Translator<"shared.audit">;
  readonly roles: Translator<"shared.roles">;
}

type Audit = Catalogues["shared"]["audit"];
type Value = {
  [Name in keyof Audit["values"]]: `${Name}.${keyof Audit["values"][Name] & string}`;
}[keyof Audit["values"]];

interface DetailFact {
  readonly term: string;
  readonly value: string;
}

/**
 * Formats the details of an audit entry: amounts with their currency, roles by their names, and each changed field with
 * its value before and after.
 */
export function detailFacts(detail: Readonly<Record<string, unknown>>, texts: DetailTexts): DetailFact[] {
  const { before, after, ...facts } = detail;
  const [former, next] = [before ?? {}, after ?? {}] as Readonly<Record<string, unknown>>[];
  const changed = new Set([...Object.keys(former ?? {}), ...Object.keys(next ?? {})]);
  const side = (name: string, value: unknown) =>
    value === undefined || value === null ? "–" : detailFact(name, value, texts).value;
  return [
    ...Object.entries(facts)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => detailFact(name, value, texts)),
    ...[...changed].map((name) => ({
      term: detailFact(name, null, texts).term,
      value: texts.t("change", { before: side(name, former?.[name]), after: side(name, next?.[name]) }),
    })),
  ];
}

function detailFact(name: string, value: unknown, texts: DetailTexts): DetailFact {
  const { t } = texts;
  const known = name as keyof Audit["details"];
  return { term: t.has(`details.${known}`) ? t(`details.${known}`) : name, value: valueText(name, value, texts) };
}

/** The details that are amounts in kuruş. */
const amounts = new Set(["amount", "limit", "minAmount", "maxAmount", "refundLimit"]);

/** The details that are instants. */
const instants = new Set(["since", "until", "ended", "expiresAt"]);

function valueText(name: string, value: unknown, { language, t, roles }: DetailTexts): string {
  if (Array.isArray(value)) return value.join(", ") || "–";
  const text = String(value);
  if (typeof value === "boolean") return value ? t("values.flag.yes") : t("values.flag.no");
  if (amounts.has(name) && /^-?\d+$/.test(text)) return displayAmount(BigInt(text), language);
  if (name === "role" || name === "former") {
    const role = text as PanelRole;
    return roles.has(`${role}.name`) ? roles(`${role}.name`) : text;
  }
  if (name === "customerShareBps") return wholePercent(Number(text) / 100, language);
  if (instants.has(name) && !Number.isNaN(Date.parse(text))) return dateTimeText(new Date(text), language);
  // The texts of values that are enumerations.
  const known = `${name}.${text}` as Value;
  return t.has(`values.${known}`) ? t(`values.${known}`) : text;
}
