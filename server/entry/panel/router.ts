import { router } from "./door";
import { accountRouter } from "./procedures/account";
import { auditRouter } from "./procedures/audit";
import { chargebackRouter } from "./procedures/chargeback";
import { documentRouter } from "./procedures/document";
import { homeRouter } from "./procedures/home";
import { installmentRouter } from "./procedures/installment";
import { keyRouter } from "./procedures/key";
import { linkRouter } from "./procedures/link";
import { newPaymentRouter } from "./procedures/new-payment";
import { paymentRouter } from "./procedures/payment";
import { payoutRouter } from "./procedures/payout";
import { refundRouter } from "./procedures/refund";
import { requestRouter } from "./procedures/request";
import { selfRouter } from "./procedures/self";
import { statementRouter } from "./procedures/statement";
import { teamRouter } from "./procedures/team";
import { webhookRouter } from "./procedures/webhook";

/** All procedures of the merchant panel. */
export const panelRouter = router({
  account: accountRouter,
  audit: auditRouter,
  document: documentRouter,
  home: homeRouter,
  installment: installmentRouter,
  key: keyRouter,
  link: linkRouter,
  newPayment: newPaymentRouter,
  payment: paymentRouter,
  chargeback: chargebackRouter,
  payout: payoutRouter,
  refund: refundRouter,
  request: requestRouter,
  self: selfRouter,
  statement: statementRouter,
  team: teamRouter,
  webhook: webhookRouter,
});
