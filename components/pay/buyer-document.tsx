import type { BuyerDocument as Props } from "@/server/domain/payments/buyer-page";
import { BankPage } from "./bank-page";
import { CardPage } from "./card-page";
import { wordsIn } from "./dictionary";
import { TroublePage } from "./trouble-page";

export function BuyerDocument(document: Props) {
  const { page } = document;
  const words = wordsIn(document.language);
  if (page.kind === "card") return <CardPage document={document} page={page} words={words} />;
  if (page.kind === "bank") return <BankPage document={document} page={page} words={words} />;
  return <TroublePage document={document} page={page} words={words} />;
}
