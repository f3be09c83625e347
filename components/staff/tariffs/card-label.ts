"use client";
import { useTranslations } from "use-intl/react";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import type { CardLine } from "@/server/domain/pricing/tariff-order";

/** Returns a function that names the cards of a line of a tariff, such as `Kredi kartı · Bonus · bankanın kartları`. */
export function useCardLabel(): (line: CardLine) => string {
  const t = useTranslations("staff.tariffs");
  const families = useTranslations("shared.cardFamilies");
  return ({ family, brand, onUs }) =>
    [
      families(family),
      ...(brand === null ? (family === "credit" ? [t("anyBrand")] : []) : [brandNames[brand]]),
      ...(onUs === null ? [] : [t(onUs ? "onUs" : "notOnUs")]),
    ].join(" · ");
}
