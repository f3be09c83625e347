import type { BankBrand, Protocol } from "./bank";

interface Endpoints {
  /** Where the browser's 3-D Secure form goes. */
  readonly gate: string;
  /** Where our server's requests go. */
  readonly api: string;
}

export interface CatalogRow extends BankBrand {
  /** Installment programme of the bank's own cards, as the BIN table writes it; installments work on these only. */
  readonly programme: string;
  readonly live: Endpoints;
  readonly test: Endpoints;
}

const nestpay = (host: string, testHost: string): Pick<CatalogRow, "protocol" | "live" | "test"> => {
  const at = (name: string) => ({ gate: `https://${name}/fim/est3Dgate`, api: `https://${name}/fim/api` });
  const protocol: Protocol = "nestpay";
  return { protocol, live: at(host), test: at(testHost) };
};

const sharedTest = "entegrasyon.asseco-see.com.tr";

/**
 * The banks that a terminal may name. Addresses are proposals for a new terminal: hosts move, so each
 * merchant's account keeps its own. Names are those of the BIN table.
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
} as const satisfies Record<string, CatalogRow>;

/** The row of a bank; throws for one that is not in the catalogue. */
export function catalogRow(bank: string): CatalogRow {
  if (!Object.hasOwn(catalog, bank)) throw new RangeError(`No bank of this name in the catalogue: ${bank}`);
  return catalog[bank as keyof typeof catalog];
}

/** Banks whose protocol is not spoken yet: a terminal may name one, though its connection cannot be active. */
const announced = { garanti: "Garanti BBVA", yapikredi: "Yapı Kredi", qnb: "QNB" } as const;

/** The name of a terminal's acquirer as the BIN table writes it; throws for a bank that nobody knows. */
export const acquirerName = (bank: string): string =>
  Object.hasOwn(announced, bank) ? announced[bank as keyof typeof announced] : catalogRow(bank).name;
