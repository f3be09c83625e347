import { declinedInEnglish } from "./declined-words.en";
import type { Sentences, Words } from "./words";

const nothingTaken = "No money was taken from your card.";
/** For cases in which an earlier attempt on the same payment may have succeeded. */
const nothingTakenNow = "This attempt took no money from your card.";
const startAgain = "Go back to the shop and start the payment again.";

const unavailable: Sentences = {
  title: "Payment is not possible right now",
  what: "The shop’s payment service is not available at the moment.",
  money: nothingTaken,
  next: "Try again a little later, or contact the shop.",
};

const unreadable: Sentences = {
  title: "The payment details could not be read",
  what: "What the shop sent is not in the expected form.",
  money: nothingTakenNow,
  next: "Go back to the shop and try again.",
};

export const english: Words = {
  language: "en",
  otherLanguage: { code: "tr", name: "Türkçe" },
  locale: "en-GB",
  card: {
    title: (merchantName) => `Payment: ${merchantName}`,
    heading: "Card details",
    total: "Amount to pay",
    installment: (count) => (count === 1 ? "Single payment" : `${count} installments`),
    monthly: (first, rest) => (first === rest ? `${rest} per month` : `first month ${first}, then ${rest}`),
    payBefore: (time) => `Pay before ${time} (Turkish\u00a0time)`,
    number: "Card number",
    expiry: "Expiry date",
    month: "Month",
    year: "Year",
    monthPattern: "MM",
    yearPattern: "YY",
    securityCode: "Security code",
    securityCodeHint: "3 digits on the back; Amex: 4 on the front",
    securityCodeHintBack: "3 digits on the back of the card",
    securityCodeHintFront: "4 digits on the front of the card",
    pay: (amount) => `Pay ${amount}`,
    connecting: "Connecting to your bank…",
    trust: "You confirm this payment with your bank by 3-D Secure. Your card number and security code are not stored.",
    errorTitle: (title) => `Error – ${title}`,
    errorSummary: "Check your card details",
    writeAgain: "For your safety, please enter your card details again.",
    fields: {
      pan: {
        missing: "Enter the card number.",
        wrong: "The card number is not right. Compare it with your card.",
        past: "The card number is not right.",
      },
      expireMonth: {
        missing: "Enter the expiry month.",
        wrong: "Enter the month with two digits, for example 07.",
        past: "This card has expired.",
      },
      expireYear: {
        missing: "Enter the expiry year.",
        wrong: "Enter the year with two digits, for example 30.",
        past: "This card has expired.",
      },
      cv2: {
        missing: "Enter the security code.",
        wrong: "The security code has 3 digits, 4 on American Express.",
        past: "The security code is not right.",
      },
    },
  },
  bank: {
    title: "Taking you to your bank",
    what: "Your bank’s 3-D Secure page is opening.",
    wait: "Please do not close this page.",
    withoutScript: "Press the button below to go on.",
    go: "Go to your bank’s page",
  },
  limit: {
    title: "The payment could not be completed",
    what: "Your payment cannot be taken at the moment.",
    money: nothingTaken,
    next: "Try again a little later, or go back to the shop.",
  },
  trouble: {
    payment_ref_invalid: {
      title: "Payment not found",
      what: "This payment is not known, or is no longer valid.",
      money: nothingTakenNow,
      next: startAgain,
    },
    payment_ref_expired: {
      title: "The payment has run out of time",
      what: "The time allowed for completing this payment is over.",
      money: nothingTakenNow,
      next: startAgain,
    },
    payment_prepare_already_started: {
      title: "This payment was already started",
      what: "For your safety, a payment can be started only once.",
      money: nothingTakenNow,
      next: "If you completed your bank’s check, ask the shop about your order. If not, start a new payment from the shop.",
    },
    card_attempt_limit_exceeded: {
      title: "Too many cards were tried",
      what: "The number of cards that may be tried on this payment is used up.",
      money: nothingTaken,
      next: startAgain,
    },
    virtual_pos_inactive: unavailable,
    psp_inactive: unavailable,
    partner_not_active: unavailable,
    virtual_pos_card_type_not_supported: {
      title: "This card is not accepted",
      what: "The shop cannot take payments with this type of card.",
      money: nothingTaken,
      next: "Try another card.",
    },
    installment_not_allowed: {
      title: "This card does not allow the installments",
      what: "This payment cannot be made with this card.",
      money: nothingTaken,
      next: "Try another card.",
    },
    payment_declined: {
      title: "Your bank did not approve the payment",
      what: "The card’s bank did not allow it.",
      money: nothingTaken,
      next: "Try another card, or call your bank.",
    },
    validation_error: unreadable,
    unsupported_media_type: unreadable,
    payload_too_large: unreadable,
    method_not_allowed: {
      title: "This page cannot be opened directly",
      what: "A payment starts from the shop’s checkout only.",
      money: "Opening this page took no money from your card.",
      next: "Go back to the shop and start the payment there.",
    },
    rate_limited: {
      title: "Too many attempts",
      what: "Too many requests came from your connection in a short time.",
      money: nothingTakenNow,
      next: "Wait a minute and try again.",
    },
    internal_error: {
      title: "Something went wrong",
      what: "Because of a problem on our side, the payment could not be started.",
      money: nothingTakenNow,
      next: "Try again a little later, or go back to the shop.",
    },
    return_refused: {
      title: "The bank’s answer could not be verified",
      what: "What came back from your bank does not match what we expected.",
      money: "This answer took no money from your card.",
      next: "Go back to the shop and look at your order. If it is not paid, start the payment again.",
    },
    return_unknown: {
      title: "Payment not found",
      what: "What came back from your bank belongs to no payment.",
      money: "This answer took no money from your card.",
      next: "Go back to the shop and look at your order.",
    },
    return_failed: {
      title: "The result is not known yet",
      what: "Because of a problem on our side, we cannot show the result right now.",
      money: "The payment may have been taken; please do not pay again yet.",
      next: "Go back to the shop and look at your order.",
    },
  },
  declined: declinedInEnglish,
  countRefused: {
    card_not_eligible: (count) => ({
      title: "This card does not allow installments",
      what: `This payment is in ${count} installments. Debit, prepaid and foreign cards, and some credit cards, cannot pay in installments.`,
      next: "Try another credit card, or go back to the shop and choose to pay at once with this card.",
    }),
    count_not_offered: (count) =>
      count === 1
        ? {
            title: "This card cannot pay at once",
            what: "The shop does not offer a single payment with this card.",
            next: "Try another card, or go back to the shop and start the payment again with installments.",
          }
        : {
            title: `This card cannot pay in ${count} installments`,
            what: `The shop does not offer ${count} installments with this card.`,
            next: "Try another credit card, or go back to the shop and choose another number of installments.",
          },
  },
  noMoreCards: `No more cards can be tried on this payment. ${startAgain}`,
  tryAgain: "Try again",
  back: "Back to the shop",
  traceId: "Trace id for support",
  poweredBy: "Payments by Vezne",
};
