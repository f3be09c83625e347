import type { Bank, Banks, Protocol } from "./bank";
import { type CallOptions, createCall } from "./call";
import { catalogRow } from "./catalog";
import { garanti } from "./garanti";
import { nestpay } from "./nestpay";
import { payfor } from "./payfor";
import { posnet } from "./posnet";
import { redactFields, secretsOf } from "./redact";

/** Every protocol that is built: adding one is one line. */
const protocols: Readonly<Record<Protocol, Bank>> = { nestpay, garanti, posnet, payfor };

/** The banks behind one sender. */
export function createBanks(options: CallOptions = {}): Banks {
  const call = createCall(options);
  return {
    brand: catalogRow,
    of: (protocol) => protocols[protocol],
    call: (protocol, operation, account, observe) => call(protocols[protocol], operation, account, observe),
    redact: (fields, account) => redactFields(fields, secretsOf(account)),
  };
}
