import type { Bank, Banks, Protocol } from "./bank";
import { type CallOptions, createCall } from "./call";
import { acquirerName, catalogRow } from "./catalog";
import { nestpay } from "./nestpay";

/** Every protocol that is built: adding one is one line. */
const protocols: readonly Bank[] = [nestpay];

/** The banks behind one sender. */
export function createBanks(options: CallOptions = {}): Banks {
  const call = createCall(options);
  return {
    brand: catalogRow,
    acquirer: acquirerName,
    of: bankOf,
    call: (protocol, operation, account) => call(bankOf(protocol), operation, account),
  };
}

function bankOf(protocol: Protocol): Bank {
  const bank = protocols.find((candidate) => candidate.protocol === protocol);
  if (bank === undefined) throw new RangeError(`The protocol is not built: ${protocol}`);
  return bank;
}
