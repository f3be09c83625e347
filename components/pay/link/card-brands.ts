import type { CardBrand } from "@/server/domain/pricing/installments";

/** Installment programmes as their banks write them. */
export const brandNames: Record<CardBrand, string> = {
  world: "World",
  paraf: "Paraf",
  bonus: "Bonus",
  maximum: "Maximum",
  axess: "Axess",
  advantage: "Advantage",
  cardfinans: "CardFinans",
  saglam: "Sağlam Kart",
  vkart: "VKart",
  bankkart: "Bankkart",
};

/** Name of a programme; one that this list does not know is named as the BIN table does. */
export const cardBrandName = (brand: string): string =>
  brand in brandNames ? brandNames[brand as CardBrand] : brand;
