import { cardFormScript } from "./page-script";

export { cardFormScript, type PageScript } from "./page-script";

/** The inventory of the scripts on pages that take a card, each with its reason (PCI DSS 6.4.3). */
export const scriptInventory = {
  scripts: [
    {
      src: cardFormScript.src,
      integrity: cardFormScript.integrity,
      why: "Groups the digits of the card number, checks the fields, prevents a second submit, and submits the form that takes the buyer to the bank. On a payment link it asks this origin what the card can be charged, by the first eight digits, and whether a payment that is under way has ended. It sends nothing else of the card.",
    },
  ],
};
