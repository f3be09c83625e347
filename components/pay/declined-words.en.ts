import type { DeclinedWords } from "./words";

/** For reasons that do not concern the card, so that its holder cannot correct anything on it. */
const notTaken = {
  what: "The bank did not accept this payment.",
  next: "Try again in a little while. If it fails again, use another card.",
};

export const declinedInEnglish: DeclinedWords = {
  insufficient_funds: {
    what: "The card does not have enough balance or limit for this amount.",
    next: "Try another card.",
  },
  limit_exceeded: {
    what: "The card’s limit does not cover this amount.",
    next: "Try another card, or ask your bank about your limit.",
  },
  do_not_honour: { what: "The card’s bank did not allow this payment, and did not say why." },
  lost_or_stolen_card: {
    what: "The card’s bank does not allow payments with this card.",
    next: "Try another card, and call your bank about this one.",
  },
  suspected_fraud: {
    what: "The card’s bank did not allow this payment, for security reasons.",
    next: "Call your bank and confirm that the payment is yours, or try another card.",
  },
  expired_card: {
    what: "This card has expired.",
    next: "Compare the date with the one on the card, or try another card.",
  },
  invalid_card: {
    what: "The bank does not recognise this card number.",
    next: "Compare the number with the one on the card, or try another card.",
  },
  invalid_security_code: {
    what: "The security code is not right.",
    next: "Compare the code with the one on the card, and try again.",
  },
  not_permitted_online: {
    what: "The card is closed to online payments.",
    next: "Have your bank open it to online payments, or try another card.",
  },
  issuer_unavailable: {
    what: "The card’s bank cannot be reached at the moment.",
    next: "Try again in a little while, or use a card of another bank.",
  },
  installment_not_allowed: {
    what: "The card does not allow this number of installments.",
    next: "Try another credit card.",
  },
  bank_error: {
    what: "A problem at the bank kept this payment from being made.",
    next: "Try again in a little while, or use another card.",
  },
  duplicate_order: notTaken,
  day_not_closed: notTaken,
  nothing_to_void: notTaken,
  amount_exceeds_remaining: notTaken,
};
