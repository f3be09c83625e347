import { mayInPanel } from "@/server/domain/access";
import { AppError, type Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { filtersOf, paymentParameters, readPaymentQuery } from "@/server/domain/payment-address";
import { readPaymentSearch } from "@/server/domain/payment-search";
import { exportPayments } from "@/server/usecases/export-payments";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/write-audit";
import { csvResponse } from "../csv";
import { errorResponse, toAppError } from "../http";
import type { PanelDoorContext } from "./door";
import { paymentColumns } from "./payment-columns";
import { panelDoorOf } from "./session";

/** `GET /panel/export/payments.csv`: what a list of payments shows, as a file. */
export const handlePaymentExport = async (request: Request): Promise<Response> =>
  answerPaymentExport(request, await panelDoorOf(request.headers));

/**
 * The file, streamed while it is read; 401 for nobody, 403, which is on record, for a role that may not (S16). Who took what
 * is in the audit log before the first row is read.
 */
export async function answerPaymentExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx, facts } = door;
  try {
    return await exported(new URL(request.url).searchParams, door);
  } catch (error) {
    return errorResponse(toAppError(error, facts.traceId, ctx.log), facts.traceId, door.language);
  }
}

async function exported(parameters: URLSearchParams, door: PanelDoorContext): Promise<Response> {
  const { ctx, session, facts, limits } = door;
  if (!session) throw new AppError("unauthorized");
  if (!(await limits.take("panel-user", session.user.id)).allowed) throw new AppError("rate_limited");
  const query = readPaymentQuery((name) => parameters.get(name));
  const entry = {
    ...{
      scope: session.account.partnerId,
      action: "payment.export",
      actionId: newId("action", ctx.clock.now()),
    },
    actor: { kind: "user", id: session.user.id, name: session.user.email },
    ...{ subject: null, sourceIp: facts.sourceIp, detail: Object.fromEntries(paymentParameters(query)) },
  } as const satisfies Omit<NewAuditEntry, "outcome" | "code">;
  if (!mayInPanel(session.role, "payment.export")) {
    await writeAudit(ctx, { ...entry, outcome: "refused", code: "access_denied" });
    throw new AppError("access_denied", `${session.role} may not payment.export`);
  }
  await writeAudit(ctx, { ...entry, outcome: "begun", code: null });
  const { search, ...filters } = filtersOf(query);
  const rows = exportPayments(ctx, {
    ...{ partnerId: session.account.partnerId, filters },
    search: search === null ? null : readPaymentSearch(search),
  });
  return csvResponse({
    ...{
      name: "payments",
      language: languageOf(parameters.get("lang"), door.language),
      columns: paymentColumns,
    },
    rows: audited(rows, (count, hasFailed) =>
      writeAudit(ctx, {
        ...{ ...entry, detail: { ...entry.detail, rows: count } },
        ...(hasFailed
          ? ({ outcome: "refused", code: "internal_error" } as const)
          : ({ outcome: "done", code: null } as const)),
      }),
    ),
  });
}

/** Says when it is over how many rows were taken, also where whoever took them went away, or the reading failed. */
async function* audited<Row>(
  rows: AsyncGenerator<Row>,
  whenOver: (count: number, hasFailed: boolean) => Promise<unknown>,
): AsyncGenerator<Row> {
  let [count, hasFailed] = [0, true];
  try {
    for await (const row of rows) {
      count += 1;
      hasFailed = false;
      yield row;
      hasFailed = true;
    }
    hasFailed = false;
  } finally {
    await whenOver(count, hasFailed);
  }
}

const languageOf = (asked: string | null, otherwise: Language): Language =>
  asked === "tr" || asked === "en" ? asked : otherwise;
