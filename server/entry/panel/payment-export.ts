import { filtersOf, paymentParameters, readPaymentQuery } from "@/server/domain/payment-address";
import { readPaymentSearch } from "@/server/domain/payment-search";
import { exportPayments } from "@/server/usecases/export-payments";
import type { PanelDoorContext } from "./door";
import { answerFile, type FileRequest } from "./file-door";
import { paymentColumns } from "./payment-columns";
import { panelDoorOf } from "./session";

/** `GET /panel/export/payments.csv`: what a list of payments shows, as a file. */
export const handlePaymentExport = async (request: Request): Promise<Response> =>
  answerPaymentExport(request, await panelDoorOf(request.headers));

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
    const { search, ...filters } = filtersOf(query);
    const rows = exportPayments(door.ctx, {
      ...{ partnerId, filters },
      search: search === null ? null : readPaymentSearch(search),
    });
    return { name: { tr: "odemeler", en: "payments" }, columns: paymentColumns, rows };
  });
}
