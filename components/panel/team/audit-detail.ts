import { dateTimeText } from "@/components/ui/date-time";
import type { Catalogues, Translator } from "@/messages/catalogues";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { PanelRole } from "@/server/domain/people/access";
import { wholePercent } from "../words/rates";

/** What a detail needs to be formatted in a language. */
export interface DetailTexts {
  readonly language: Language;
  readonly t: Translator<"panel.audit">;
  readonly roles: Translator<"shared.roles">;
}

type Audit = Catalogues["panel"]["audit"];
type Value = {
  [Name in keyof Audit["values"]]: `${Name}.${keyof Audit["values"][Name] & string}`;
}[keyof Audit["values"]];

/** Formats one detail of an audit entry: amounts with their currency, roles by their names. */
export function detailFact(name: string, value: unknown, texts: DetailTexts): { term: string; value: string } {
  const { t } = texts;
  const known = name as keyof Audit["details"];
  return { term: t.has(`details.${known}`) ? t(`details.${known}`) : name, value: valueText(name, value, texts) };
}

function valueText(name: string, value: unknown, { language, t, roles }: DetailTexts): string {
  if (Array.isArray(value)) return value.join(", ");
  const text = String(value);
  if ((name === "amount" || name === "limit") && /^-?\d+$/.test(text)) {
    return displayAmount(BigInt(text), language);
  }
  if (name === "role" || name === "former") {
    const role = text as PanelRole;
    return roles.has(`${role}.name`) ? roles(`${role}.name`) : text;
  }
  if (name === "customerShareBps") return wholePercent(Number(text) / 100, language);
  if (name === "since" && !Number.isNaN(Date.parse(text))) return dateTimeText(new Date(text), language);
  // The texts of values that are enumerations.
  const known = `${name}.${text}` as Value;
  return t.has(`values.${known}`) ? t(`values.${known}`) : text;
}
