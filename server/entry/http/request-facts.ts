import type { Language } from "@/server/domain/errors";
import { newTraceId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";

/** The caller's address and the id of the request, 32 hexadecimal characters. */
export interface CallerFacts {
  readonly sourceIp: string;
  readonly traceId: string;
}

/** Returns the facts that the product's own server knows. Without that server the address is unknown. */
export const readCallerFacts = (): CallerFacts =>
  requestStore() ?? { sourceIp: "unknown", traceId: newTraceId(systemRandom) };

/** Chooses the language of an envelope's message: English unless Turkish is preferred (D-4). */
export const readEnvelopeLanguage = (request: WebRequest): Language =>
  preferredLanguage(request.headers.get("accept-language"), "en");

/** Returns the credential of `Authorization: Bearer …`; null when the header is missing or has another form. */
export const readBearerToken = (request: WebRequest): string | null =>
  /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;

/** Returns the value of a cookie in a `Cookie` header; null when it is missing. */
export const readCookie = (cookies: string, name: string): string | null =>
  cookies
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;
