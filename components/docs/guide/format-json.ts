import { jsonAmount } from "@/server/domain/money";

/** Writes JSON for reading: consecutive plain values share a line, nested ones are indented. */
export function formatJson(value: unknown, indent = ""): string {
  if (typeof value === "bigint") return String(jsonAmount(value));
  if (!isNested(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines: { text: string; isPlain: boolean }[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const text = (isList ? "" : `${JSON.stringify(name)}: `) + formatJson(entry, inner);
    const isPlain = !isNested(entry);
    const last = lines.at(-1);
    if (isPlain && last?.isPlain) last.text += `, ${text}`;
    else lines.push({ text, isPlain });
  }
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const [only] = lines;
  if (!only) return open + close;
  if (lines.length === 1 && only.isPlain) return isList ? `[${only.text}]` : `{ ${only.text} }`;
  return `${open}\n${lines.map(({ text }) => inner + text).join(",\n")}\n${indent}${close}`;
}

/** Writes a record with each member on its own line; the inside of a member follows {@link formatJson}. */
export function formatRecord(record: object): string {
  const members = Object.entries(record).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${formatJson(value, "  ")}`,
  );
  return `{\n${members.join(",\n")}\n}`;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
