import type { OpenWords } from "./open-words";

const nothingTaken = "No money was taken from your card.";
const chooseBelow = "Choose one of the options below and try again.";

export const englishOpen: OpenWords = {
  heading: (merchantName) => `Payment to ${merchantName}`,
  payer: "Payer",
  items: "What you pay for",
  moreItems: (count) => `${count} more ${count === 1 ? "item" : "items"}`,
  amount: "Amount",
  shareAhead:
    "An installment fee or commission may be added, depending on your card and the number of installments. You see the total before you pay.",
  validUntil: (time) => `Pay before ${time} (Turkish\u00a0time)`,
  bin: {
    heading: "First, your card",
    label: "First 8 digits of the card number",
    hint: "They tell which installments your card has. You enter the rest of the card in the next step.",
    go: "Continue",
    missing: "Enter the first 8 digits of the card number.",
    wrong: "The first 8 digits could not be read. Enter the first 8 digits on your card.",
  },
  cardBegins: (digits) => `You are paying with your card that begins with ${digits}.`,
  otherCard: "Use another card",
  pay: "Pay",
  offer: {
    heading: "Payment options",
    ahead: "The options for your card appear here while you enter its number.",
    pending: "Looking up the options for your card…",
    failed: "The options cannot be shown right now. You can go on; we ask in the next step if we need to.",
    card: (name) => `With your ${name} card`,
    singleOnly: {
      debit: "A debit card can only be charged in a single payment.",
      prepaid: "A prepaid card can only be charged in a single payment.",
      foreign: "A card issued abroad can only be charged in a single payment.",
    },
    onlySingle: (total) => `Single payment: ${total}`,
    none: { title: "This card cannot be used for this payment", next: "Try another card." },
    closed: { title: "This link cannot be paid at the moment", next: "Please contact the merchant." },
    count: (count) => (count === 1 ? "Single payment" : `${count} installments`),
    perMonth: (amount) => `${amount} per month`,
    firstMonth: (first, rest) => `First month ${first}, then ${rest}.`,
    noDifference: "no fee",
    difference: (amount) => `fee ${amount}`,
    less: (amount) => `${amount} less than a single payment`,
    share: {
      installments: (amount) => `${amount} of this total is the installment fee.`,
      commission: (amount) => `${amount} of this total is commission.`,
      both: (amount) => `${amount} of this total is commission and the installment fee.`,
    },
    notToChoose: "not available",
    someOver: (most) => `Options whose total is more than one payment may be (${most}) are not available.`,
    allOver: (most) =>
      `This payment cannot be taken with this card: the total is more than one payment may be (${most}).`,
    announcement: (card, count) =>
      `${count} payment ${count === 1 ? "option" : "options"} for your ${card === "" ? "" : `${card} `}card.`,
    totalWithShare: "Total",
  },
  trouble: {
    choose_installment: {
      title: "Choose how to pay",
      what: "There is more than one payment option for your card.",
      money: nothingTaken,
      next: chooseBelow,
    },
    price_changed: {
      title: "The total has changed",
      what: "The total of the option that you chose was updated while you were on the page.",
      money: nothingTaken,
      next: "Check the current totals below and try again.",
    },
    other_card: {
      title: "The card number does not begin with those 8 digits",
      what: "The number that you entered does not begin with the digits that you gave before.",
      money: nothingTaken,
      next: "The options below are for the card that you entered. To pay with it, enter its details again.",
    },
    over_bound: {
      title: "This option is not available",
      what: "The total of the option that you chose is more than one payment may be.",
      money: nothingTaken,
      next: chooseBelow,
    },
    all_over_bound: {
      title: "This payment cannot be taken with this card",
      what: "With this card, the total is more than one payment may be.",
      money: nothingTaken,
      next: "Try another card.",
    },
    nothing_offered: {
      title: "This link cannot be paid at the moment",
      what: "The merchant offers no way to pay this link right now.",
      money: nothingTaken,
      next: "Please contact the merchant.",
    },
    payment_declined: {
      title: "Your bank did not approve the payment",
      what: "The card’s bank did not allow it.",
      money: nothingTaken,
      next: "Try another card, or call your bank.",
    },
    virtual_pos_card_type_not_supported: {
      title: "This card is not accepted",
      what: "The merchant cannot take payments with this type of card.",
      money: nothingTaken,
      next: "Try another card.",
    },
    card_not_eligible: {
      title: "This card does not allow installments",
      what: "Debit, prepaid and foreign cards, and some credit cards, cannot pay in installments.",
      money: nothingTaken,
      next: "Choose the single payment below, or try another credit card.",
    },
    count_not_offered: {
      title: "This number of installments is not available with this card",
      what: "The merchant does not offer this number of installments with this card.",
      money: nothingTaken,
      next: chooseBelow,
    },
    onlyAnotherCard: "Try another card.",
  },
};
