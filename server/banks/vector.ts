import { isDeepStrictEqual } from "node:util";
import { parseXmlText, type XmlElement } from "./wire";

/** One published test vector. Families differ in what they put under `input` and `expected`. */
export interface Vector {
  readonly id: string;
  readonly family: string;
  readonly kind: string;
  readonly scheme?: string;
  readonly operation?: string;
  readonly parser?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** What a protocol computes from a vector's input, under the names that vectors use. */
export type Reproduce = (vector: Vector) => Readonly<Record<string, unknown>>;

/** The expected things that were not computed alike; empty when the vector reproduces. */
export const differences = (vector: Vector, computed: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(vector.expected)
    .filter(([name]) => !commentary.has(name))
    .filter(([name, value]) => !isDeepStrictEqual(comparable(name, computed[name]), comparable(name, value)))
    .map(([name]) => name);

/** Words for the reader of a vector, not values. */
const commentary: ReadonlySet<string> = new Set(["reason"]);

/** Documents are compared as trees whose siblings have no order. */
const comparable = (name: string, value: unknown): unknown =>
  name === "xml" && typeof value === "string" ? treeOf(parseXmlText(value)) : value;

/** An element as nested objects, the way that vectors write trees. */
export function treeOf(element: XmlElement | null): unknown {
  if (element === null) return null;
  if (element.children.length === 0) return element.text;
  return Object.fromEntries(element.children.map((child) => [child.name, treeOf(child)]));
}
