import { isDeepStrictEqual } from "node:util";
import { findSale } from "@/server/domain/refunds/sale-in-history";
import type { Operation, Outcome, WireResponse } from "../bank";
import { parseXmlText, type XmlElement } from "../wire";

/** One published test vector (B-8). The content of `input` and `expected` depends on the family and the kind. */
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

/** Computes a protocol's values from a vector's input, under the names that vectors use. */
export type Reproduce = (vector: Vector) => Readonly<Record<string, unknown>>;

/** Returns the names of the expected values that differ from the computed ones; empty when the vector reproduces. */
export const differences = (vector: Vector, computed: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(vector.expected)
    .filter(([name]) => !commentary.has(name))
    .filter(([name, value]) => {
      const [ours, theirs] = [computed[name], value].map((one) => comparable(vector.family, name, one));
      return !isDeepStrictEqual(ours, theirs);
    })
    .map(([name]) => name);

/** Names of remarks for the reader of a vector, which are not values. */
const commentary: ReadonlySet<string> = new Set(["reason"]);

/**
 * Returns a value in the form that is compared: documents as trees, whose elements have an order at some banks only.
 */
function comparable(family: string, name: string, value: unknown): unknown {
  const isDocument = name === "xml" && typeof value === "string";
  if (isDocument) return orderedFamilies.has(family) ? toList(parseXmlText(value)) : toTree(parseXmlText(value));
  return name === "tree" && orderedFamilies.has(family) ? JSON.stringify(value) : value;
}

const orderedFamilies: ReadonlySet<string> = new Set(["garanti", "posnet"]);

/** Converts an element to nested lists, in which order counts. */
const toList = (element: XmlElement | null): unknown =>
  element && [element.name, element.children.length === 0 ? element.text : element.children.map(toList)];

/** Converts an element to nested objects, the notation of trees in vectors. */
export function toTree(element: XmlElement | null): unknown {
  if (element === null) return null;
  if (element.children.length === 0) return element.text;
  return Object.fromEntries(element.children.map((child) => [child.name, toTree(child)]));
}

/** Creates a function that computes a vector by its kind; a kind that the family does not have gives no values. */
export const dispatchByKind =
  (kinds: Readonly<Record<string, Reproduce>>): Reproduce =>
  (vector) =>
    (Object.hasOwn(kinds, vector.kind) ? kinds[vector.kind]?.(vector) : undefined) ?? {};

/** Reads a value of a record as text, under the first of the names that has one; empty when no name has a value. */
export type Read = (...names: readonly string[]) => string;

/** Creates the reader of a vector's record. */
export const createReader =
  (record: unknown): Read =>
  (...names) =>
    names.map((name) => String(readChild(record, name) ?? "")).find((text) => text !== "") ?? "";

/** Returns a property of a record; undefined for anything that is not an object. */
export const readChild = (record: unknown, name: string): unknown =>
  typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;

/** Translates an `mdStatus` (B-2.5) to the word that vectors use for the outcome of 3-D Secure. */
export const describeThreeD = (mdStatus: string): string =>
  mdStatus === "1" ? "full" : ["2", "3", "4"].includes(mdStatus) ? "half" : "failed";

/**
 * Decodes the answer to an inquiry or a history as payments do, where the vector names the order that was asked for
 * (`input.order`), and describes the outcome, for a history also the state of the sale. Amounts are kuruş as numbers.
 */
export function describeLookUp(
  { input, parser }: Vector,
  decode: (operation: Operation, response: WireResponse) => Outcome,
): Readonly<Record<string, unknown>> {
  const read = createReader(input);
  const orderId = read("order");
  if (orderId === "" || (parser !== "status" && parser !== "history")) return {};
  const references = { authCode: null, rrn: null, transactionId: null };
  const operation: Operation = { kind: parser === "status" ? "inquire" : "history", orderId, references, buyerIp: "" };
  const response = { status: 200, contentType: "text/xml; charset=utf-8", body: Buffer.from(read("xml")) };
  return describeOutcome(decode(operation, response));
}

function describeOutcome(outcome: Outcome): Readonly<Record<string, unknown>> {
  switch (outcome.kind) {
    case "unknown":
      return { outcome: outcome.kind, cause: outcome.cause };
    case "paid":
      return { outcome: outcome.kind, paid_minor: Number(outcome.amountKurus) };
    case "not_found":
      return { outcome: outcome.kind, was_authenticated: outcome.wasAuthenticated ?? false };
    case "history":
      return { outcome: outcome.kind, ...describeSale(outcome.records) };
    default:
      return { outcome: outcome.kind };
  }
}

function describeSale(records: Extract<Outcome, { kind: "history" }>["records"]) {
  const found = findSale(records);
  const isTaken = found.kind === "taken";
  return {
    sale: found.kind,
    sold_minor: isTaken ? Number(found.sale.amountKurus) : null,
    credited_minor: isTaken ? Number(found.creditedKurus) : null,
  };
}
