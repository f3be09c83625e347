"use client";
import { useTranslations } from "use-intl/react";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { brandNames } from "@/server/domain/pricing/card-brand-names";

/** Returns a function that describes the facts of a row of the BIN table, without its prefix. */
export function useBinWords(): (row: Omit<BinRow, "bin">) => string {
  const t = useTranslations("staff.bins");
  const families = useTranslations("shared.cardFamilies");
  return ({ bank, brand, family, scheme, commercial, confidence }) =>
    [
      bank || t("unknownBank"),
      families(family),
      brand === null ? t("noBrand") : brandNames[brand],
      ...(scheme ? [scheme] : []),
      ...(commercial ? [t("commercial")] : []),
      t(`confidences.${confidence}`),
    ].join(" · ");
}
