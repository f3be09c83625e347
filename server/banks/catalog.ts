import type { BankBrand } from "./banks";

interface Endpoints {
  /** The address to which the browser posts the 3-D Secure form. */
  readonly gate: string;
  /** The address to which our server sends its requests. */
  readonly api: string;
}

/** The ways in which a bank differs from other banks of its protocol. */
export interface Quirks {
  /** PayFor: the bank's member number (`MbrId`). */
  readonly memberId?: string;
  /** PayFor: the hash of the browser's return is unreliable and not checked; the bank's own record decides (B-5.3). */
  readonly returnHash?: "unreliable";
  /** NestPay: the bank accepts no `TransId` in a void, so a void undoes the last transaction of the order (B-2.6). */
  readonly voidsByOrder?: true;
  /** PosNet: the prefix before the 20 characters of an order of 3-D Secure in later operations (B-4.4). */
  readonly orderPrefix?: string;
  /** The bank answers only source addresses on its list. */
  readonly sourceIpListed?: true;
}

export interface CatalogRow extends BankBrand {
  /**
   * The installment programme of the bank's own cards, as the BIN table writes it; null for none. Installments work
   * only on cards of this programme (B-7.3).
   */
  readonly programme: string | null;
  readonly live: Endpoints;
  readonly test: Endpoints;
  readonly quirks?: Quirks;
}

type Connection = Pick<CatalogRow, "protocol" | "live" | "test">;

const nestpay = (host: string, testHost: string): Connection => {
  const at = (name: string) => ({ gate: `https://${name}/fim/est3Dgate`, api: `https://${name}/fim/api` });
  return { protocol: "nestpay", live: at(host), test: at(testHost) };
};

const garanti = (host: string, testHost: string): Connection => {
  const at = (name: string) => ({
    gate: `https://${name}/servlet/gt3dengine`,
    api: `https://${name}/VPServlet`,
  });
  return { protocol: "garanti", live: at(host), test: at(testHost) };
};

const posnet = (host: string, testHost: string): Connection => {
  const at = (name: string) => ({
    gate: `https://${name}/3DSWebService/YKBPaymentService`,
    api: `https://${name}/PosnetWebService/XML`,
  });
  return { protocol: "posnet", live: at(host), test: at(testHost) };
};

const payfor = (base: string, testBase: string): Connection => {
  const at = (address: string) => ({
    gate: `https://${address}/Default.aspx`,
    api: `https://${address}/XMLGate.aspx`,
  });
  return { protocol: "payfor", live: at(base), test: at(testBase) };
};

const sharedTest = "entegrasyon.asseco-see.com.tr";

/**
 * The banks that a terminal may name. A further bank brand that speaks one of the four protocols is one more row
 * (docs/banks.md B-12). The addresses are proposals for a new terminal: hosts move, so each merchant's account keeps
 * its own. The names are those of the BIN table. `formats.ts` says how a protocol writes amounts, currencies, order ids
 * and installments.
 */
export const catalog = {
  akbank: { name: "Akbank", programme: "axess", ...nestpay("www.sanalakpos.com", sharedTest) },
  isbank: {
    name: "Türkiye İş Bankası",
    programme: "maximum",
    ...nestpay("sanalpos.isbank.com.tr", "istest.asseco-see.com.tr"),
  },
  ziraat: {
    name: "Ziraat Bankası",
    programme: "bankkart",
    ...nestpay("sanalpos2.ziraatbank.com.tr", "torus-stage-ziraat.asseco-see.com.tr"),
  },
  halkbank: { name: "Halkbank", programme: "paraf", ...nestpay("sanalpos.halkbank.com.tr", sharedTest) },
  teb: { name: "TEB", programme: "bonus", ...nestpay("sanalpos.teb.com.tr", sharedTest) },
  sekerbank: { name: "Şekerbank", programme: "bonus", ...nestpay("sanalpos.sekerbank.com.tr", sharedTest) },
  ing: { name: "ING", programme: "bonus", ...nestpay("sanalpos.ingbank.com.tr", sharedTest) },
  turkiye_finans: {
    name: "Türkiye Finans",
    programme: "bonus",
    ...nestpay("sanalpos.turkiyefinans.com.tr", sharedTest),
  },
  alternatif: {
    name: "Alternatif Bank",
    programme: "bonus",
    ...nestpay("sanalpos.abank.com.tr", sharedTest),
  },
  anadolubank: {
    name: "Anadolubank",
    programme: "world",
    ...nestpay("anadolusanalpos.est.com.tr", sharedTest),
  },
  /** Cardplus is an acquirer of Northern Cyprus and issues no cards of its own. */
  cardplus: { name: "Cardplus", programme: null, ...nestpay("sanalpos.card-plus.net", sharedTest) },
  garanti: {
    name: "Garanti BBVA",
    programme: "bonus",
    ...garanti("sanalposprov.garanti.com.tr", "sanalposprovtest.garantibbva.com.tr"),
  },
  yapikredi: {
    name: "Yapı Kredi",
    programme: "world",
    ...posnet("posnet.yapikredi.com.tr", "setmpos.ykb.com"),
    quirks: { orderPrefix: "TDSC", sourceIpListed: true },
  },
  qnb: {
    name: "QNB",
    programme: "cardfinans",
    ...payfor("vpos.qnb.com.tr/Gateway", "vpostest.qnb.com.tr/Gateway"),
    quirks: { memberId: "5" },
  },
  ziraat_katilim: {
    name: "Ziraat Katılım",
    programme: "bankkart",
    ...payfor("vpos.ziraatkatilim.com.tr/Mpi", "payfortestziraatkatilim.cordisnetwork.com/Mpi"),
    quirks: { memberId: "12", returnHash: "unreliable" },
  },
} as const satisfies Record<string, CatalogRow>;

/** Returns the row of a bank. Throws a RangeError for a bank that is not in the catalogue. */
export function getCatalogRow(bank: string): CatalogRow {
  if (!Object.hasOwn(catalog, bank)) throw new RangeError(`No bank of this name in the catalogue: ${bank}`);
  return catalog[bank as keyof typeof catalog];
}

/** Returns the quirks of a bank. Throws a RangeError for a bank that is not in the catalogue. */
export const getQuirks = (bank: string): Quirks => getCatalogRow(bank).quirks ?? {};
