/**
 * A body as JSON. Amounts are int64 (§2.4), so they leave as exact integers whatever their size: those that a double
 * holds, which is all but a few, by way of numbers; a body with a greater one is written by hand.
 */
export function jsonText(body: unknown): string {
  let isExact = true;
  const text = JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    isExact &&= Number.isSafeInteger(number);
    return number;
  });
  return isExact ? text : (exactText(body) ?? text);
}

/** As JSON.stringify says it, but for bigints; undefined for what JSON leaves out. */
function exactText(value: unknown): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => exactText(item) ?? "null").join(",")}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = exactText(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}
