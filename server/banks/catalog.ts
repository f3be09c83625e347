import type { BankBrand } from "./bank";

interface Endpoints {
  /** Where the browser's 3-D Secure form goes. */
  readonly gate: string;
  /** Where our server's requests go. */
  readonly api: string;
}

/** In what a bank differs from others of its protocol. */
export interface Quirks {
  /** PayFor: the bank's number among its users. */
  readonly memberId?: string;
  /** PayFor: the hash of the browser's return is not to be relied on; the bank's answer to the capture decides. */
  readonly returnHash?: "unreliable";
  /** NestPay: the bank takes no `TransId` in a void, which then undoes the last transaction of the order. */
  readonly voidsByOrder?: true;
  /** PosNet: what stands before the 20 characters of an order of 3-D Secure in later operations. */
  readonly orderPrefix?: string;
  /** The bank answers only to source addresses that it was told of. */
  readonly sourceIpListed?: true;
}

export interface CatalogRow extends BankBrand {
  /** Installment programme of the bank's own cards, as the BIN table writes it; installments work on these only. */
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
 * The banks that a terminal may name: adding one of these four protocols is one row. Addresses are proposals for a new
 * terminal: hosts move, so each merchant's account keeps its own. Names are those of the BIN table. How a protocol writes
 * amounts, currencies, orders and installments stands in `formats.ts`.
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
  /** An acquirer of Northern Cyprus; it issues no cards of its own. */
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

/** The row of a bank; throws for one that is not in the catalogue. */
export function catalogRow(bank: string): CatalogRow {
  if (!Object.hasOwn(catalog, bank)) throw new RangeError(`No bank of this name in the catalogue: ${bank}`);
  return catalog[bank as keyof typeof catalog];
}

/** In what a bank differs; throws for one that is not in the catalogue. */
export const quirksOf = (bank: string): Quirks => catalogRow(bank).quirks ?? {};
