import { AppError } from "@/server/domain/errors";

/** Finds the operation of a method and a path. Built once; a request costs one look-up where its path has no parameter. */

export interface Routed {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{name}` stands for one segment. */
  readonly path: string;
}

export type Route<T> =
  | { readonly kind: "found"; readonly operation: T; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: "not_found" }
  | { readonly kind: "method_not_allowed"; readonly allow: readonly string[] };

export type RouteTable<T> = (method: string, pathname: string) => Route<T>;

interface Place<T> {
  readonly segments: readonly string[];
  readonly methods: Map<string, T>;
  readonly allow: string[];
}

export function routeTable<T extends Routed>(operations: readonly T[]): RouteTable<T> {
  const places = new Map<string, Place<T>>();
  for (const operation of operations) addOperation(places, operation);
  const withParams = [...places.values()].filter(({ segments }) => segments.some(isParam));

  return (method, pathname) => {
    const segments = segmentsOf(pathname);
    if (!segments) return { kind: "not_found" };
    const place =
      places.get(segments.join("/")) ?? withParams.find((candidate) => fits(candidate.segments, segments));
    if (!place) return { kind: "not_found" };
    const operation = place.methods.get(method === "HEAD" ? "GET" : method);
    if (!operation) return { kind: "method_not_allowed", allow: place.allow };
    return { kind: "found", operation, params: paramsOf(place.segments, segments) };
  };
}

/** The operation that was found. Throws not_found and method_not_allowed. */
export function requireFound<T>(route: Route<T>) {
  if (route.kind === "not_found") throw new AppError("not_found");
  if (route.kind === "method_not_allowed") {
    throw new AppError("method_not_allowed", undefined, { allow: route.allow });
  }
  return route;
}

function addOperation<T extends Routed>(places: Map<string, Place<T>>, operation: T): void {
  const path = operation.path.slice(1);
  const place: Place<T> = places.get(path) ?? { segments: path.split("/"), methods: new Map(), allow: [] };
  place.methods.set(operation.method, operation);
  place.allow.push(operation.method, ...(operation.method === "GET" ? ["HEAD"] : []));
  places.set(path, place);
}

/** Decoded segments; a slash at the end makes no difference. Null: an address that nothing can have. */
function segmentsOf(pathname: string): string[] | null {
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

const paramsOf = (pattern: readonly string[], segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pattern.flatMap((part, i) => (isParam(part) ? [[part.slice(1, -1), segments[i] ?? ""]] : [])),
  );
