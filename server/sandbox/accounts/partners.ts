import type { Prisma } from "@/prisma/generated/client";

/** A demo account: its name, and the settings in which it differs from `demo`. */
export interface SandboxPartner {
  readonly name: string;
  readonly settings?: Omit<Prisma.PartnerCreateManyInput, "id" | "name" | "webhookSecret" | "createdAt">;
}

export const sandboxPartners = {
  demo: { name: "Demo Kitabevi" },
  other: { name: "Başka Mağaza" },
  suspended: { name: "Askıdaki Mağaza", settings: { status: "suspended" } },
  closed: { name: "Kapanmış Mağaza", settings: { status: "closed" } },
  held: {
    name: "Kabulü Durdurulmuş Mağaza",
    settings: {
      acceptanceHeld: true,
      holdReason: "risk_review",
      heldSince: new Date("2026-11-01T09:00:00.000Z"),
    },
  },
  linksDisabled: { name: "Linksiz Mağaza", settings: { paymentLinksEnabled: false } },
  amountLimited: { name: "Tutarı Sınırlı Mağaza", settings: { minAmount: 10_000n, maxAmount: 50_000n } },
  hostRestricted: {
    name: "Adresi Sınırlı Mağaza",
    settings: { allowedHosts: ["shop.example", "*.shops.example"] },
  },
} as const satisfies Record<string, SandboxPartner>;

export type SandboxPartnerKey = keyof typeof sandboxPartners;

export const partnerKeys = Object.keys(sandboxPartners) as SandboxPartnerKey[];
export const partnerId = (key: SandboxPartnerKey) => `prt_${key}`;
