import type { BankConnector, Protocol } from "./bank";
import type { BankOffer, Banks } from "./banks";
import { createCall, createProbe, type SenderSettings } from "./call";
import { type CatalogRow, catalog, getCatalogRow } from "./catalog";
import { findAddressFault } from "./doctor/address-fault";
import type { SignReader } from "./doctor/sign-reader";
import { garanti } from "./garanti";
import { signs as garantiSigns } from "./garanti/signs";
import { nestpay } from "./nestpay";
import { signs as nestpaySigns } from "./nestpay/signs";
import { payfor } from "./payfor";
import { signs as payforSigns } from "./payfor/signs";
import { posnet } from "./posnet";
import { signs as posnetSigns } from "./posnet/signs";
import { collectSecrets, redactFields } from "./redaction/redact";

/**
 * Every protocol that is built. A further protocol is an entry here and in the places that docs/banks.md B-13 lists; a
 * further bank of a built protocol is a row of `catalog.ts` (B-12).
 */
const protocols: Readonly<Record<Protocol, BankConnector>> = { nestpay, garanti, posnet, payfor };

/** How each protocol answers the questions of the connection doctor. */
const signReaders: Readonly<Record<Protocol, SignReader>> = {
  nestpay: nestpaySigns,
  garanti: garantiSigns,
  posnet: posnetSigns,
  payfor: payforSigns,
};

/** Creates the access to the banks, with one sender for all of them. */
export function createBanks(settings: SenderSettings = {}): Banks {
  const call = createCall(settings);
  const probe = createProbe(settings);
  return {
    listBanks: () => Object.entries<CatalogRow>(catalog).map(([bank, row]) => toOffer(bank, row)),
    getBrand: getCatalogRow,
    getConnector: (protocol) => protocols[protocol],
    call: (protocol, operation, account, options) => call(protocols[protocol], operation, account, options),
    probe: (protocol, question, account, options) =>
      probe(protocols[protocol], signReaders[protocol], question, account, options),
    findAddressFault,
    redact: (fields, account) => redactFields(fields, collectSecrets(account)),
  };
}

const toOffer = (bank: string, { name, protocol, programme, quirks, live, test }: CatalogRow): BankOffer => ({
  bank,
  name,
  protocol,
  programme,
  isSourceIpListed: quirks?.sourceIpListed ?? false,
  live,
  test,
});
