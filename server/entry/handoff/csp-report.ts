import { z } from "zod";
import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { type CspReport, cleanReport } from "@/server/domain/pages/csp-report";
import type { Log } from "@/server/usecases/ctx";
import { recordCspReport } from "@/server/usecases/pages/record-csp-report";
import { errorResponse, toAppError } from "../http/json-answer";
import { readBytes } from "../http/json-body";
import { readCallerFacts, readEnvelopeLanguage } from "../http/request-facts";
import { takeCspReportBudget } from "../limits/rate-limits";
import { allowedMethods } from "./answers";

const bodyLimit = 16_384;
/** The reports that are read of one batch. More of them at once only repeat each other. */
const reportsMax = 5;

export interface CspReportDoor {
  record(report: CspReport): Promise<void>;
  takeBudget(sourceIp: string): Promise<void>;
  readonly log: Log;
}

/**
 * Answers browsers that report what a page's policy has blocked (PCI DSS 11.6.1). Reports are stored and logged as
 * warnings.
 */
export function handleCspReport(request: Request): Promise<Response> {
  const ctx = getContext();
  const record = (report: CspReport) => recordCspReport(ctx, report);
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

async function readReports(request: Request): Promise<CspReport[]> {
  const bytes = await readBytes(request, bodyLimit);
  const type = request.headers.get("content-type") ?? "";
  if (/^application\/csp-report\s*(;|$)/i.test(type)) {
    const { "csp-report": report } = parse(single, bytes);
    const directive = report["effective-directive"] || report["violated-directive"];
    return [cleanReport({ directive, blocked: report["blocked-uri"], document: report["document-uri"] })];
  }
  if (!/^application\/reports\+json\s*(;|$)/i.test(type)) throw new AppError("unsupported_media_type");
  return parse(batch, bytes)
    .filter((report) => report.type === "csp-violation")
    .slice(0, reportsMax)
    .map(({ body: { effectiveDirective, blockedURL, documentURL } }) =>
      cleanReport({ directive: effectiveDirective, blocked: blockedURL, document: documentURL }),
    );
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new AppError("validation_error", "The report could not be read");
  }
}
