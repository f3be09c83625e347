import type { Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import {
  type PaymentQuery,
  paymentParameterNames,
  paymentParameters,
  readPaymentQuery,
  toPaymentFilters,
} from "@/server/domain/payments/payment-query";
import { readPaymentSearch } from "@/server/domain/payments/payment-search";
import { fieldError } from "@/server/entry/http/validation";
import { exportPayments } from "@/server/usecases/payments/queries";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest } from "../file-door";
import { readPanelDoor } from "../session";
import { paymentColumns } from "./payment-columns";

/** Answers `GET /panel/export/payments.csv`: the list of payments as a file. */
export const handlePaymentExport = async (request: Request): Promise<Response> =>
  answerPaymentExport(request, await readPanelDoor(request.headers));

/** Refuses filters that cannot be read, or the file would contain more than was requested. Throws validation_error. */
function requireAllRead(parameters: URLSearchParams, query: PaymentQuery, language: Language): void {
  const read = paymentParameters(query);
  const unread = paymentParameterNames.filter((name) => parameters.get(name) && !read.has(name));
  if (unread.length === 0) return;
  throw fieldError(
    unread.map((name) => ({ path: [name], problem: problem("invalid") })),
    language,
  );
}

/** Exports the payments that match the filters of the address. The audit log keeps the filters with the user. */
export function answerPaymentExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const query = readPaymentQuery((name) => parameters.get(name));
  const fileRequest: FileRequest = {
    permission: "payment.export",
    action: "payment.export",
    detail: Object.fromEntries(paymentParameters(query)),
  };
  return answerFile(request, door, fileRequest, async ({ account: { partnerId } }) => {
    requireAllRead(parameters, query, door.language);
    const { search, ...filters } = toPaymentFilters(query);
    const rows = exportPayments(door.ctx, {
      partnerId,
      filters,
      search: search === null ? null : readPaymentSearch(search),
    });
    return { name: { tr: "odemeler", en: "payments" }, columns: paymentColumns, rows };
  });
}
