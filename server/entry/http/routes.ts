import { AppError } from "@/server/domain/errors";

/**
 * Finds the operation of a method and a path. The table is built once; a path without parameters costs one map look-up.
 */

export interface Routed {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path; `{name}` matches one segment. */
  readonly path: string;
}

export type Route<T> =
  | { readonly kind: "found"; readonly operation: T; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: "not_found" }
  | { readonly kind: "method_not_allowed"; readonly allow: readonly string[] };

export type RouteTable<T> = (method: string, pathname: string) => Route<T>;

interface PathEntry<T> {
  readonly segments: readonly string[];
  readonly methods: Map<string, T>;
  readonly allow: string[];
}

export function createRouteTable<T extends Routed>(operations: readonly T[]): RouteTable<T> {
  const entries = new Map<string, PathEntry<T>>();
  for (const operation of operations) addOperation(entries, operation);
  const withParams = [...entries.values()].filter(({ segments }) => segments.some(isParam));

  return (method, pathname) => {
    const segments = toSegments(pathname);
    if (!segments) return { kind: "not_found" };
    const entry = entries.get(segments.join("/")) ?? withParams.find((candidate) => fits(candidate.segments, segments));
    if (!entry) return { kind: "not_found" };
    const operation = entry.methods.get(method === "HEAD" ? "GET" : method);
    if (!operation) return { kind: "method_not_allowed", allow: entry.allow };
    return { kind: "found", operation, params: readParams(entry.segments, segments) };
  };
}

/** Returns the operation that was found. Throws not_found and method_not_allowed. */
export function requireFound<T>(route: Route<T>) {
  if (route.kind === "not_found") throw new AppError("not_found");
  if (route.kind === "method_not_allowed") {
    throw new AppError("method_not_allowed", undefined, { allow: route.allow });
  }
  return route;
}

function addOperation<T extends Routed>(entries: Map<string, PathEntry<T>>, operation: T): void {
  const path = operation.path.slice(1);
  const entry: PathEntry<T> = entries.get(path) ?? {
    segments: path.split("/"),
    methods: new Map(),
    allow: [],
  };
  entry.methods.set(operation.method, operation);
  entry.allow.push(operation.method, ...(operation.method === "GET" ? ["HEAD"] : []));
  entries.set(path, entry);
}

/**
 * Splits a path into decoded segments, without a trailing slash. Returns null when no operation can have such a path.
 */
function toSegments(pathname: string): string[] | null {
  const path = pathname.endsWith("/") ? pathname.slice(1, -1) : pathname.slice(1);
  if (!path.includes("%")) return path.split("/");
  try {
    const segments = path.split("/").map(decodeURIComponent);
    return segments.some((segment) => /[/\p{Control}]/u.test(segment)) ? null : segments;
  } catch {
    return null;
  }
}

const isParam = (segment: string): boolean => segment.startsWith("{");

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (isParam(part) ? segments[i] !== "" : part === segments[i]));

const readParams = (pattern: readonly string[], segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(pattern.flatMap((part, i) => (isParam(part) ? [[part.slice(1, -1), segments[i] ?? ""]] : [])));
