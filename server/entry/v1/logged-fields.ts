import { type LoggedAs, toLoggedAs } from "@/server/domain/declared-fields";
import { linkFields } from "@/server/domain/links/link-fields";
import { paymentFields } from "@/server/domain/payments/payment-fields";

type LoggedFields = Readonly<Record<string, LoggedAs>>;

/** How the request log shows the fields of the bodies of all operations. */
export const loggedBodyFields: LoggedFields = {
  ...toLoggedAs(paymentFields),
  ...toLoggedAs(linkFields),
  partnerRefundCode: "code",
  bin: "bin",
  baseAmount: "number",
};

/** How the request log shows the parameters of the queries of all operations. */
export const loggedQueryFields: LoggedFields = {
  ...loggedBodyFields,
  status: "code",
  minAmount: "code",
  maxAmount: "code",
  createdFrom: "code",
  createdTo: "code",
  page: "code",
  size: "code",
};
