import { type CardFamily, cardBrands, type TariffPrice } from "@/server/domain/pricing/installments";
import type { NewTariff } from "@/server/store/pricing/tariffs";
import type { SimulatedBank } from "./agreements";

/** A demo terminal of every sandbox account: its name, and the settings in which it differs from `default`. */
export interface SandboxTerminal {
  readonly name: string;
  /** The row of the bank catalogue. */
  readonly bank: SimulatedBank;
  readonly provider?: "bank" | "alternate";
  readonly validityMinutes?: number;
  readonly mode?: "standard" | "direct_collection";
  readonly active?: boolean;
  readonly virtualPosActive?: boolean;
  readonly pspActive?: boolean;
  readonly allowedFamilies?: readonly CardFamily[];
  readonly supportsForeign?: boolean;
  readonly commissionBasis?: "gross" | "net";
  readonly effectiveCounts?: readonly number[];
  readonly limits?: {
    readonly limitPerTx: bigint;
    readonly limitDaily: bigint;
    readonly limitWeekly: bigint;
    readonly limitMonthly: bigint;
    readonly limitWindows: { from: string; to: string; max: string }[];
  };
}

export const fullCounts = [1, 2, 3, 6, 9, 12] as const;

export const sandboxTerminals = {
  default: { name: "Varsayılan sanal POS", bank: "isbank" },
  garanti: { name: "Garanti BBVA sanal POS", bank: "garanti" },
  posnet: { name: "Yapı Kredi PosNet", bank: "yapikredi" },
  payfor: { name: "QNB PayFor", bank: "qnb" },
  alternate: {
    name: "Alternatif ödeme kuruluşu",
    bank: "isbank",
    provider: "alternate",
    validityMinutes: 135,
  },
  direct: { name: "Doğrudan tahsilat", bank: "isbank", mode: "direct_collection" },
  inactive: { name: "Kapalı terminal", bank: "isbank", active: false },
  singleOnly: { name: "Yalnız tek çekim", bank: "isbank", effectiveCounts: [1] },
  installmentsOnly: { name: "Yalnız taksit", bank: "isbank", effectiveCounts: [2, 3, 6, 9, 12] },
  domesticOnly: { name: "Yalnız yurt içi kartlar", bank: "isbank", supportsForeign: false },
  creditOnly: { name: "Yalnız kredi kartı", bank: "isbank", allowedFamilies: ["credit", "foreign"] },
  limited: {
    name: "Sınırlı sanal POS",
    bank: "isbank",
    limits: {
      limitPerTx: 100_000n,
      limitDaily: 250_000n,
      limitWeekly: 400_000n,
      limitMonthly: 500_000n,
      limitWindows: [{ from: "02:00", to: "04:00", max: "0" }],
    },
  },
  virtualPosInactive: { name: "Etkin olmayan sanal POS", bank: "isbank", virtualPosActive: false },
  pspInactive: { name: "Etkin olmayan ödeme kuruluşu", bank: "isbank", pspActive: false },
  netBasis: { name: "Komisyonu net tutardan", bank: "isbank", commissionBasis: "net" },
} as const satisfies Record<string, SandboxTerminal>;

export type SandboxTerminalKey = keyof typeof sandboxTerminals;

/** The commission rates in basis points by installment count, the same at every demo terminal. */
const creditRates: Record<(typeof fullCounts)[number], number> = {
  1: 250,
  2: 350,
  3: 450,
  6: 750,
  9: 1050,
  12: 1350,
};

/** The demo prices: installments for every card programme, and a single charge for every card family. */
export const sandboxTariff: readonly TariffPrice[] = [
  ...singleCharge("credit", creditRates[1]),
  ...singleCharge("debit", 150),
  ...singleCharge("prepaid", 200),
  ...singleCharge("foreign", 350),
  ...cardBrands.flatMap((brand) =>
    fullCounts.filter((count) => count > 1).map((count) => price("credit", brand, count, creditRates[count])),
  ),
];

/**
 * Builds the tariff that a terminal gets at onboarding. It is valid from 1970, which is before any time of the clock.
 */
export const firstTariff = (terminalId: string, prices: readonly TariffPrice[]): NewTariff => ({
  id: `trf_${terminalId}`,
  terminalId,
  validFrom: new Date(0),
  validTo: null,
  prices,
});

function singleCharge(family: CardFamily, rateBps: number): TariffPrice[] {
  return [price(family, null, 1, rateBps)];
}

function price(
  family: CardFamily,
  brand: TariffPrice["brand"],
  installmentCount: number,
  rateBps: number,
): TariffPrice {
  return { family, brand, onUs: null, installmentCount, rateBps, fixedFee: null };
}
