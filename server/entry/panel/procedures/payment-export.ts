import type { Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import {
  filtersOf,
  type PaymentQuery,
  paymentParameterNames,
  paymentParameters,
  readPaymentQuery,
} from "@/server/domain/payments/payment-address";
import { readPaymentSearch } from "@/server/domain/payments/payment-search";
import { fieldError } from "@/server/entry/http/validation";
import { exportPayments } from "@/server/usecases/payments/export-payments";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest } from "../file-door";
import { panelDoorOf } from "../session";
import { paymentColumns } from "./payment-columns";

/** `GET /panel/export/payments.csv`: what a list of payments shows, as a file. */
export const handlePaymentExport = async (request: Request): Promise<Response> =>
  answerPaymentExport(request, await panelDoorOf(request.headers));

/** A filter that cannot be read would give a file of more than was asked for. Throws validation_error. */
function requireAllRead(parameters: URLSearchParams, query: PaymentQuery, language: Language): void {
  const read = paymentParameters(query);
  const unread = paymentParameterNames.filter((name) => parameters.get(name) && !read.has(name));
  if (unread.length === 0) return;
  throw fieldError(
    unread.map((name) => ({ path: [name], problem: problem("invalid") })),
    language,
  );
}

/** The payments that the address narrows the list to; the filters are on record with who took them. */
export function answerPaymentExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const query = readPaymentQuery((name) => parameters.get(name));
  const asked: FileRequest = {
    permission: "payment.export",
    action: "payment.export",
    detail: Object.fromEntries(paymentParameters(query)),
  };
  return answerFile(request, door, asked, async ({ account: { partnerId } }) => {
    requireAllRead(parameters, query, door.language);
    const { search, ...filters } = filtersOf(query);
    const rows = exportPayments(door.ctx, {
      partnerId,
      filters,
      search: search === null ? null : readPaymentSearch(search),
    });
    return { name: { tr: "odemeler", en: "payments" }, columns: paymentColumns, rows };
  });
}
