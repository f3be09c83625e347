import type { Catalogues, Translator } from "@/messages/catalogues";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { findActionWord } from "../../panel/team/find-action-word";
import { dateTimeText } from "../../ui/date-time";

type Audit = Catalogues["staff"]["audit"];
type Shared = Catalogues["shared"]["audit"];
/** The paths of the texts that are two levels deep, e.g. `partner.hold`. */
type Paths<Texts> = { [A in keyof Texts & string]: `${A}.${keyof Texts[A] & string}` }[keyof Texts & string];

/** What the words of an entry need in a language. */
export interface StaffAuditTexts {
  readonly language: Language;
  readonly t: Translator<"staff.audit">;
  readonly shared: Translator<"shared.audit">;
  readonly roles: Translator<"staff.roles">;
  readonly reasons: Translator<"staff.reasons">;
}

/**
 * Returns the text of an action of any log. Queries are recorded only when they were refused, so an action without a
 * text is one.
 */
export function staffActionWord(action: string, { t, shared }: Pick<StaffAuditTexts, "t" | "shared">): string {
  const known = action as Paths<Audit["actions"]>;
  if (t.has(`actions.${known}`)) return t(`actions.${known}`);
  const area = action.split(".")[0] as keyof Audit["areas"];
  return (
    findActionWord(action, shared) ?? t("refusedQuery", { area: t.has(`areas.${area}`) ? t(`areas.${area}`) : action })
  );
}

/** Returns the name of a recorded field; one without a text is shown as it is recorded. */
export function staffFieldWord(name: string, { t, shared }: Pick<StaffAuditTexts, "t" | "shared">): string {
  // A field inside a record has a dot, which would be a path in the catalogue.
  const own = name.replaceAll(".", "_") as keyof Audit["details"];
  if (t.has(`details.${own}`)) return t(`details.${own}`);
  const common = name as keyof Shared["details"];
  return /^\w+$/.test(name) && shared.has(`details.${common}`) ? shared(`details.${common}`) : name;
}

/** Returns a recorded value as text: amounts with their currency, instants as dates, known values by their names. */
export function staffValueText(name: string, value: unknown, texts: StaffAuditTexts): string {
  if (value === undefined || value === null || value === "") return "–";
  if (Array.isArray(value)) return value.map(toElement).join("\n") || "–";
  if (typeof value === "object") return toElement(JSON.stringify(value));
  if (typeof value === "boolean") return texts.shared(value ? "values.flag.yes" : "values.flag.no");
  const text = String(value);
  if (amounts.has(name) && /^-?\d+$/.test(text)) return displayAmount(BigInt(text), texts.language);
  if (instant.test(text)) return dateTimeText(new Date(text), texts.language);
  return findValueWord(name, text, texts) ?? text;
}

/** Returns the name of a value of an enumeration; null for every other value. */
function findValueWord(name: string, text: string, { t, shared, roles, reasons }: StaffAuditTexts): string | null {
  if (name === "role" || name === "former") return roles.has(text as "admin") ? roles(text as "admin") : null;
  if (name === "holdReason") return reasons.has(text as "regulatory") ? reasons(text as "regulatory") : null;
  const own = `${name}.${text}` as Paths<Audit["values"]>;
  if (t.has(`values.${own}`)) return t(`values.${own}`);
  const common = `${name}.${text}` as "status.active";
  return shared.has(`values.${common}`) ? shared(`values.${common}`) : null;
}

/** The fields that are amounts in kuruş. */
const amounts = new Set(
  "amount limit minAmount maxAmount minimum limitPerTx limitDaily limitWeekly limitMonthly perTx daily weekly monthly".split(
    " ",
  ),
);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** An element of a list; a record is shown by its values. */
function toElement(element: unknown): string {
  const text = String(element);
  if (!text.startsWith("{")) return text;
  try {
    return Object.values(JSON.parse(text) as Readonly<Record<string, unknown>>)
      .filter((value) => value !== null && value !== "")
      .join(" · ");
  } catch {
    return text;
  }
}
