import { z } from "zod";
import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import type { Log } from "@/server/usecases/ctx";
import { type CspReportInput, recordCspReport } from "@/server/usecases/operations/record-csp-report";
import { errorResponse, toAppError } from "../http/json-answer";
import { readBytes } from "../http/json-body";
import { readCallerFacts, readEnvelopeLanguage } from "../http/request-facts";
import { takeCspReportBudget } from "../limits/rate-limits";
import { allowedMethods } from "./answers";

const bodyLimit = 16_384;
/** The reports that are read of one batch. More of them at once only repeat each other. */
const reportsMax = 5;

export interface CspReportDoor {
  record(report: CspReportInput): Promise<void>;
  takeBudget(sourceIp: string): Promise<void>;
  readonly log: Log;
}

/**
 * Answers browsers that report what a page's policy has blocked (PCI DSS 11.6.1). Reports are stored and logged as
 * warnings.
 */
export function handleCspReport(request: Request): Promise<Response> {
  const ctx = getContext();
  const record = (report: CspReportInput) => recordCspReport(ctx, report);
  return answerCspReport(request, { record, takeBudget: takeCspReportBudget, log: ctx.log });
}

export async function answerCspReport(request: Request, door: CspReportDoor): Promise<Response> {
  const { sourceIp, traceId } = readCallerFacts();
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, allowedMethods);
    await door.takeBudget(sourceIp);
    for (const report of await readReports(request)) await door.record(report);
    return new Response(null, {
      status: 204,
      headers: { "Cache-Control": "no-store", "X-Request-Id": traceId },
    });
  } catch (thrown) {
    return errorResponse(toAppError(thrown, traceId, door.log), traceId, readEnvelopeLanguage(request));
  }
}

const short = z.string().max(4096).catch("");

/** The older format, sent to `report-uri`. */
const single = z.object({
  "csp-report": z.object({
    "effective-directive": short,
    "violated-directive": short,
    "blocked-uri": short,
    "document-uri": short,
  }),
});

/** The format of the Reporting API, sent to `report-to`. Reports of other types are ignored. */
const batch = z.array(
  z.object({
    type: z.string(),
    body: z.object({ effectiveDirective: short, blockedURL: short, documentURL: short }).catch({
      effectiveDirective: "",
      blockedURL: "",
      documentURL: "",
    }),
  }),
);

async function readReports(request: Request): Promise<CspReportInput[]> {
  const bytes = await readBytes(request, bodyLimit);
  const type = request.headers.get("content-type") ?? "";
  if (/^application\/csp-report\s*(;|$)/i.test(type)) {
    const { "csp-report": report } = parse(single, bytes);
    const directive = report["effective-directive"] || report["violated-directive"];
    return [clean({ directive, blocked: report["blocked-uri"], document: report["document-uri"] })];
  }
  if (!/^application\/reports\+json\s*(;|$)/i.test(type)) throw new AppError("unsupported_media_type");
  return parse(batch, bytes)
    .filter((report) => report.type === "csp-violation")
    .slice(0, reportsMax)
    .map(({ body: { effectiveDirective, blockedURL, documentURL } }) =>
      clean({ directive: effectiveDirective, blocked: blockedURL, document: documentURL }),
    );
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new AppError("validation_error", "The report could not be read");
  }
}

const clean = ({ directive, blocked, document }: CspReportInput): CspReportInput => ({
  directive: printable(directive).slice(0, 100),
  blocked: toOrigin(blocked),
  document: maskAddress(document),
});

/** Reduces an address to its origin, because a skimmer writes the stolen data into the address that it calls. */
const toOrigin = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return maskDigits(printable(url ? (url.origin === "null" ? url.protocol : url.origin) : address)).slice(0, 300);
};

/** Masks runs of digits as long as a card number, also with separators between them. */
const maskDigits = (text: string): string => text.replace(/\d(?:[ .-]?\d){11,}/g, "[…]");

/** Removes the query and the fragment of an address, and masks path segments that are as long as a token. */
const maskAddress = (address: string): string =>
  maskDigits(
    printable(address)
      .replace(/[?#].*$/s, "")
      .replace(/(?<=\/)[\w~%-]{20,}(?=\/|$)/g, "[…]"),
  ).slice(0, 300);

/** Removes control characters: the database refuses NUL, and a log entry must stay on one line. */
const printable = (text: string): string => text.replace(/\p{Control}/gu, "");
