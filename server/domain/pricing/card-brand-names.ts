import type { CardBrand } from "./installments";

/** The names of the installment programmes, as their banks write them. */
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

/** Returns the name of a programme; an unknown programme keeps its name of the BIN table. */
export const cardBrandName = (brand: string): string => (brand in brandNames ? brandNames[brand as CardBrand] : brand);
