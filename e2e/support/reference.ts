import { expect } from "@playwright/test";
import { z } from "zod";
import { type Answer, ask } from "./http";
import { sandbox } from "./product";

/** The parts of the served API reference that are compared with real responses. */
export interface Reference {
  readonly paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  readonly components: Record<string, Record<string, unknown>>;
  readonly webhooks: Record<string, unknown>;
}
interface DescribedAnswer {
  readonly headers: Record<string, { readonly $ref: string }>;
  readonly content: { "application/json": { schema: unknown } };
}

export const servedReference = async (): Promise<Reference> => (await ask(sandbox.apiUrl, "/openapi.json")).json();

/** Expects that the response matches the reference for its status: the body, and the declared headers. */
export function expectDescribed(reference: Reference, answer: Answer, method: string, path: string): void {
  const described = reference.paths[path]?.[method]?.responses[answer.status];
  expect(described, `${method} ${path} ${answer.status} is described`).toBeTruthy();
  const schema = resolved(reference, described?.content["application/json"].schema) as z.core.JSONSchema.JSONSchema;
  const parsed = z.fromJSONSchema(schema).safeParse(answer.json());
  expect(parsed.error?.issues ?? [], answer.text).toEqual([]);
  expect(undescribed(answer.json(), schema)).toEqual([]);
  const wanted = Object.entries(described?.headers ?? {}).filter(([, header]) => !isOptional(reference, header));
  const missing = wanted.map(([name]) => name).filter((name) => !(name.toLowerCase() in answer.headers));
  expect(missing, "declared headers").toEqual([]);
}

/** Returns whether the reference says that an answer can come without the header. */
const isOptional = (reference: Reference, header: unknown): boolean =>
  (resolved(reference, header) as { required?: boolean }).required === false;

/** Replaces every `$ref` of a node by its target. */
function resolved(reference: Reference, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => resolved(reference, one));
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(reference, value)]));
  const path = $ref.replace("#/", "").split("/");
  const named = path.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], reference);
  return resolved(reference, named);
}

/** Lists the members of a value, at every level, that its schema does not describe. */
function undescribed(value: unknown, schema: unknown, path = ""): string[] {
  const { properties, items, anyOf } = (schema ?? {}) as Record<string, unknown>;
  if (Array.isArray(anyOf)) {
    const found = anyOf.map((one) => undescribed(value, one, path));
    return found.reduce((best, one) => (one.length < best.length ? one : best));
  }
  if (Array.isArray(value)) return value.flatMap((one) => undescribed(one, items, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = (properties as Record<string, unknown> | undefined)?.[name];
    return known === undefined ? [`${path}.${name}`] : undescribed(member, known, `${path}.${name}`);
  });
}
