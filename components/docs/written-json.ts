import { jsonAmount } from "@/server/domain/money";

/** JSON as it is read most easily: an object or list that holds nothing but plain values stays on one line. */
export function writtenJson(value: unknown, indent = ""): string {
  if (typeof value === "bigint") return String(jsonAmount(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((entry) => writtenJson(entry, inner))
    : Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${writtenJson(entry, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const isPlain = Object.values(value).every((entry) => typeof entry !== "object" || entry === null);
  if (isPlain) return isList ? `[${members.join(", ")}]` : `{ ${members.join(", ")} }`;
  return `${open}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${close}`;
}
