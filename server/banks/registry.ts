import type { Bank, Banks, Protocol } from "./bank";
import { createCall, type SenderSettings } from "./call";
import { catalogRow } from "./catalog";
import { garanti } from "./garanti";
import { nestpay } from "./nestpay";
import { payfor } from "./payfor";
import { posnet } from "./posnet";
import { redactFields, secretsOf } from "./redaction/redact";

/** Every protocol that is built: adding one is one line. */
const protocols: Readonly<Record<Protocol, Bank>> = { nestpay, garanti, posnet, payfor };

/** The banks behind one sender. */
export function createBanks(settings: SenderSettings = {}): Banks {
  const call = createCall(settings);
  return {
    brand: catalogRow,
    of: (protocol) => protocols[protocol],
    call: (protocol, operation, account, options) => call(protocols[protocol], operation, account, options),
    redact: (fields, account) => redactFields(fields, secretsOf(account)),
  };
}
