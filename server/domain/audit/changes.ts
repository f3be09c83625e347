import { maskCards } from "../card-texts";
import { Secret } from "../secret";
import { isSensitiveText } from "../sensitive-text";

/** A value as the audit log keeps it: JSON, with amounts and instants as texts. */
export type PlainValue = string | number | boolean | null | readonly string[];
export type PlainFields = Readonly<Record<string, PlainValue>>;

/** The changed fields with their values before and after. A field that did not exist on one side is missing there. */
export interface Change {
  readonly before: PlainFields;
  readonly after: PlainFields;
}

/**
 * Compares a record before and after a change and returns only the fields that differ, fit for the audit log (S36) and
 * for a screen. A procedure of staff records it with the reason, once it is known:
 *
 *     audit.note({ detail: { reason: input.reason, ...describeChange(former, next) } });
 *
 * `after` names the fields that are compared, so `before` may be the whole row and `after` an input; a field of `after`
 * that is undefined was not given. A null `before` is a creation, and a null `after` a removal: all fields of the other
 * side are returned. Amounts (`bigint`) become decimal texts and dates ISO texts; the fields of an object inside get
 * names with dots (`limits.daily`). Secrets never come out: a `Secret`, bytes, and every field whose name says that it
 * holds a secret (see `secretNames`) are `[redacted]`; of an IBAN or a card number four characters at each end remain.
 */
export function describeChange(before: object | null, after: object | null): Change {
  const [former, next] = [flatten(before ?? {}), flatten(after ?? {})];
  const names = [...(after === null ? former : next).keys()];
  const changed = names.filter((name) => !isEqual(former.get(name), next.get(name)));
  const toFields = (values: ReadonlyMap<string, unknown>): PlainFields =>
    Object.fromEntries(
      changed.filter((name) => values.has(name)).map((name) => [name, toPlainValue(name, values.get(name))]),
    );
  return { before: toFields(former), after: toFields(next) };
}

/**
 * Returns the facts of an action as the audit log keeps them: of a text that is as a whole a card number or an IBAN
 * only four characters at each end remain, and a card number inside a text is masked, also where a form did not refuse
 * it (R10).
 */
export function hideSensitiveTexts<Detail extends Readonly<Record<string, PlainValue | PlainFields>>>(
  detail: Detail,
): Detail {
  const hide = (value: PlainValue | PlainFields): PlainValue | PlainFields => {
    if (typeof value === "string") return hideText(value);
    if (Array.isArray(value)) return value.map(hideText);
    return typeof value === "object" && value !== null ? hideSensitiveTexts(value as PlainFields) : value;
  };
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, hide(value)])) as Detail;
}

const hideText = (text: string): string =>
  isSensitiveText(text) ? `${text.slice(0, 4)}…${text.slice(-4)}` : maskCards(text);

/** The names of fields that hold secrets: a password, a token, the key of a store, credentials as a whole. */
const secretNames = /secret|passw|passphrase|token|credential|sealed|hash|totp|key$/i;

const redacted = "[redacted]";

/** The characters of a text that are kept; a longer one ends with an ellipsis. */
const textMax = 1_000;

function toPlainValue(name: string, value: unknown): PlainValue {
  if (value === null || typeof value === "boolean") return value;
  if (value instanceof Secret || value instanceof Uint8Array || secretNames.test(name)) return redacted;
  if (Array.isArray(value)) return value.map(toText);
  return typeof value === "number" ? value : toText(value);
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "object" && value !== null ? toJson(value) : String(value);
  if (isSensitiveText(text)) return hideText(text);
  const shown = maskCards(text);
  return shown.length > textMax ? `${shown.slice(0, textMax)}…` : shown;
}

/** An element of a list that is a record: its fields by the same rules as those of the whole. */
const toJson = (value: object): string =>
  JSON.stringify(Object.fromEntries([...flatten(value)].map(([name, field]) => [name, toPlainValue(name, field)])));

/** Returns the fields of a record, those of the objects inside it with names with dots. */
function flatten(record: object, path = ""): ReadonlyMap<string, unknown> {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined && typeof value !== "function");
  return new Map(
    entries.flatMap(([name, value]): [string, unknown][] =>
      isPlainObject(value) ? [...flatten(value, `${path}${name}.`)] : [[path + name, value]],
    ),
  );
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function isEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.from(one).equals(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isEqual(element, other[index]));
  }
  if (isPlainObject(one) && isPlainObject(other)) {
    const [left, right] = [flatten(one), flatten(other)];
    return left.size === right.size && [...left].every(([name, value]) => isEqual(value, right.get(name)));
  }
  return one === other;
}
