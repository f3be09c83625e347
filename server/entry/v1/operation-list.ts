import type { Operation } from "./operation";
import { cancelPaymentLinkOperation } from "./operations/cancel-payment-link";
import { createPaymentOperation } from "./operations/create-payment";
import { createPaymentLinkOperation } from "./operations/create-payment-link";
import { findInstallmentOptionsOperation } from "./operations/find-installment-options";
import { findPaymentOperation } from "./operations/find-payment";
import { getAcceptanceStatusOperation } from "./operations/get-acceptance-status";
import { getInstallmentOverviewOperation } from "./operations/get-installment-overview";
import { getPaymentOperation } from "./operations/get-payment";
import { getPaymentLinkOperation } from "./operations/get-payment-link";
import { getPayoutOperation, listPayoutsOperation, listPayoutTransactionsOperation } from "./operations/get-payout";
import {
  findRefundOperation,
  getRefundOfPaymentOperation,
  getRefundOperation,
  listRefundsOperation,
} from "./operations/get-refund";
import { listPaymentLinksOperation } from "./operations/list-payment-links";
import { listTransactionsOperation } from "./operations/list-transactions";
import { startCreditOperation, startRefundOperation, startVoidOperation } from "./operations/start-refund";

/** All operations of the merchant API. */
export const operations: readonly Operation[] = [
  createPaymentOperation,
  findPaymentOperation,
  getPaymentOperation,
  startRefundOperation,
  startCreditOperation,
  startVoidOperation,
  listRefundsOperation,
  getRefundOfPaymentOperation,
  findRefundOperation,
  getRefundOperation,
  createPaymentLinkOperation,
  listPaymentLinksOperation,
  getPaymentLinkOperation,
  cancelPaymentLinkOperation,
  findInstallmentOptionsOperation,
  getInstallmentOverviewOperation,
  listTransactionsOperation,
  listPayoutsOperation,
  getPayoutOperation,
  listPayoutTransactionsOperation,
  getAcceptanceStatusOperation,
];
