import type { Operation } from "./operation";
import { createPaymentOperation } from "./operations/create-payment";
import { findPaymentOperation } from "./operations/find-payment";
import { getAcceptanceStatusOperation } from "./operations/get-acceptance-status";
import { getPaymentOperation } from "./operations/get-payment";

/** Everything that the merchant API can do. */
export const operations: readonly Operation[] = [
  createPaymentOperation,
  findPaymentOperation,
  getPaymentOperation,
  getAcceptanceStatusOperation,
];
