import type { Operation } from "./operation";
import { createPaymentOperation } from "./operations/create-payment";
import { findInstallmentOptionsOperation } from "./operations/find-installment-options";
import { findPaymentOperation } from "./operations/find-payment";
import { getAcceptanceStatusOperation } from "./operations/get-acceptance-status";
import { getInstallmentOverviewOperation } from "./operations/get-installment-overview";
import { getPaymentOperation } from "./operations/get-payment";

/** Everything that the merchant API can do. */
export const operations: readonly Operation[] = [
  createPaymentOperation,
  findPaymentOperation,
  getPaymentOperation,
  findInstallmentOptionsOperation,
  getInstallmentOverviewOperation,
  getAcceptanceStatusOperation,
];
