import type { BankConnector, Protocol } from "./bank";
import type { Banks } from "./banks";
import { createCall, type SenderSettings } from "./call";
import { getCatalogRow } from "./catalog";
import { garanti } from "./garanti";
import { nestpay } from "./nestpay";
import { payfor } from "./payfor";
import { posnet } from "./posnet";
import { collectSecrets, redactFields } from "./redaction/redact";

/**
 * Every protocol that is built. A further protocol is an entry here and in the places that docs/banks.md B-13 lists; a
 * further bank of a built protocol is a row of `catalog.ts` (B-12).
 */
const protocols: Readonly<Record<Protocol, BankConnector>> = { nestpay, garanti, posnet, payfor };

/** Creates the access to the banks, with one sender for all of them. */
export function createBanks(settings: SenderSettings = {}): Banks {
  const call = createCall(settings);
  return {
    getBrand: getCatalogRow,
    getConnector: (protocol) => protocols[protocol],
    call: (protocol, operation, account, options) => call(protocols[protocol], operation, account, options),
    redact: (fields, account) => redactFields(fields, collectSecrets(account)),
  };
}
