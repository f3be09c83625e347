import { isDeepStrictEqual } from "node:util";
import { parseXmlText, type XmlElement } from "../wire";

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
    .filter(([name, value]) => {
      const [ours, theirs] = [computed[name], value].map((one) => comparable(vector.family, name, one));
      return !isDeepStrictEqual(ours, theirs);
    })
    .map(([name]) => name);

/** Words for the reader of a vector, not values. */
const commentary: ReadonlySet<string> = new Set(["reason"]);

/** Documents are compared as trees, whose siblings have an order at some banks only. */
function comparable(family: string, name: string, value: unknown): unknown {
  const isDocument = name === "xml" && typeof value === "string";
  if (isDocument)
    return orderedFamilies.has(family) ? listOf(parseXmlText(value)) : treeOf(parseXmlText(value));
  return name === "tree" && orderedFamilies.has(family) ? JSON.stringify(value) : value;
}

const orderedFamilies: ReadonlySet<string> = new Set(["garanti", "posnet"]);

/** An element as nested lists, in which order counts. */
const listOf = (element: XmlElement | null): unknown =>
  element && [element.name, element.children.length === 0 ? element.text : element.children.map(listOf)];

/** An element as nested objects, the way that vectors write trees. */
export function treeOf(element: XmlElement | null): unknown {
  if (element === null) return null;
  if (element.children.length === 0) return element.text;
  return Object.fromEntries(element.children.map((child) => [child.name, treeOf(child)]));
}

/** Computes a vector by what a family has for its kind; nothing for a kind that it does not have. */
export const byKind =
  (kinds: Readonly<Record<string, Reproduce>>): Reproduce =>
  (vector) =>
    (Object.hasOwn(kinds, vector.kind) ? kinds[vector.kind]?.(vector) : undefined) ?? {};

/** Reads a value of a vector's record as text, by the first of its names that has one; empty when none has. */
export type Read = (...names: readonly string[]) => string;

export const readerOf =
  (record: unknown): Read =>
  (...names) =>
    names.map((name) => String(childOf(record, name) ?? "")).find((text) => text !== "") ?? "";

export const childOf = (record: unknown, name: string): unknown =>
  typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;

/** What an `mdStatus` says of 3-D Secure, in the words of vectors. */
export const threeD = (mdStatus: string): string =>
  mdStatus === "1" ? "full" : ["2", "3", "4"].includes(mdStatus) ? "half" : "failed";
