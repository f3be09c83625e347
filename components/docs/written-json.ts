import { jsonAmount } from "@/server/domain/money";

/** JSON as it is read most easily: plain values that follow each other stand on one line. */
export function writtenJson(value: unknown, indent = ""): string {
  if (typeof value === "bigint") return String(jsonAmount(value));
  if (!isNested(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines: { text: string; isPlain: boolean }[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const text = (isList ? "" : `${JSON.stringify(name)}: `) + writtenJson(entry, inner);
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

/** A record with every member on a line of its own; only what is inside a member stands together. */
export function writtenRecord(record: object): string {
  const members = Object.entries(record).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${writtenJson(value, "  ")}`,
  );
  return `{\n${members.join(",\n")}\n}`;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
