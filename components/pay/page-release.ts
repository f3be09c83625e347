import { payLanguages } from "@/messages/pay-texts";
import type { PageRelease } from "@/server/domain/pages/inventory";
import { cardFormScript, languageScript, type PageScript, waitingScript } from "./page-assets";
import { linkStyle, payStyle } from "./page-style";

/** What this release has in its buyers' pages, each script with its reason (PCI DSS 6.4.3). */
export const pageRelease: PageRelease = {
  scripts: {
    cardForm: list(
      cardFormScript,
      "Groups the digits of the card number, checks the fields, and prevents a second submit. On a payment link it asks this origin what the card can be charged, by the first eight digits. It sends nothing else of the card. It loads the script of the language switch when a language is chosen.",
    ),
    waiting: list(
      waitingScript,
      "Submits the form that takes the buyer to the bank, counts down the remaining time, and asks this origin whether a payment that is under way has ended. It loads the script of the language switch when a language is chosen.",
    ),
    language: list(
      languageScript,
      "Requests the page in the language that the buyer chooses from this origin, and puts its words into the open page, so that what was typed stays. Of a card field it sees only whether something was typed, and sends nothing.",
    ),
  },
  styles: { link: linkStyle, handoff: payStyle },
  languages: payLanguages,
};

function list({ src, integrity }: PageScript, why: string) {
  return { src, integrity, why };
}
