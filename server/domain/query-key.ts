/**
 * Serialises a query key, so that the server and the browser get the same text regardless of the order of its members.
 * A bigint becomes its digits with an `n`, because JSON has no bigint and the amount 1n must differ from the number 1.
 */
export const queryKeyText = (key: unknown): string => JSON.stringify(key, toPlainValue);

function toPlainValue(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
