import { accountRouter } from "./account";
import { auditRouter } from "./audit";
import { router } from "./door";
import { homeRouter } from "./home";
import { installmentRouter } from "./installment";
import { keyRouter } from "./key";
import { linkRouter } from "./link";
import { newPaymentRouter } from "./new-payment";
import { paymentRouter } from "./payment";
import { payoutRouter } from "./payout";
import { refundRouter } from "./refund";
import { requestRouter } from "./request";
import { selfRouter } from "./self";
import { teamRouter } from "./team";
import { webhookRouter } from "./webhook";

/** Every procedure of the merchant panel. */
export const panelRouter = router({
  account: accountRouter,
  audit: auditRouter,
  home: homeRouter,
  installment: installmentRouter,
  key: keyRouter,
  link: linkRouter,
  newPayment: newPaymentRouter,
  payment: paymentRouter,
  payout: payoutRouter,
  refund: refundRouter,
  request: requestRouter,
  self: selfRouter,
  team: teamRouter,
  webhook: webhookRouter,
});
