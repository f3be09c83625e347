/**
 * A query's key as one text, the same on the server and in the browser whatever the order of its members. Amounts in it are
 * bigint, which JSON has no word for, and instants dates.
 */
export const queryKeyText = (key: unknown): string => JSON.stringify(key, plain);

function plain(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
