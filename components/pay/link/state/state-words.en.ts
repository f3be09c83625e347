import { english as shared } from "@/components/pay/words.en";
import type { StateWords } from "./state-words";
import { englishTroubles } from "./trouble-words.en";

const nothingTaken = "No money was taken from your card.";
const nothingByLink = "No money was taken from your card by this link.";

export const englishState: StateWords = {
  ...englishTroubles,
  language: "en",
  otherLanguage: shared.otherLanguage,
  locale: shared.locale,
  poweredBy: shared.poweredBy,
  traceId: shared.traceId,
  linkNumber: (reference) => `Payment link no. ${reference}`,
  windowTitle: (title, merchantName) => `${title} – ${merchantName}`,
  openTitle: shared.card.title,
  errorTitle: shared.card.errorTitle,
  states: {
    paid: "Paid",
    voided: "Voided",
    refunded: "Refunded",
    partly_refunded: "Partly refunded",
    failed: "Failed",
    in_progress: "In progress",
    expired: "Expired",
    cancelled: "Cancelled",
    unavailable: "Not payable right now",
  },
  labels: {
    amount: "Amount",
    base: "Subtotal",
    commission: "Commission",
    both: "Commission and installment fee",
    total: "Total",
    description: "Description",
    payer: "Payer",
    validUntil: "Pay before",
    paidTo: "Merchant",
    paidAt: "Paid at",
    paidAmount: "Paid",
    wentBack: "Given back",
    kept: "Net paid",
    paymentCode: "Order code",
    link: "Payment link no.",
    card: "Card",
    installments: "Installments",
    startedAt: "Started",
    timeLeft: "Time left",
  },
  turkishTime: "Turkish time",
  moreItems: (count) => `${count} more ${count === 1 ? "item" : "items"}`,
  count: shared.card.installment,
  monthly: shared.card.monthly,
  left: {
    hours: "{h} h {m} min",
    minutes: "{m} min {s} s",
    seconds: "{s} s",
    over: "time is up",
  },
  paid: {
    title: "Your payment was received",
    what: "The payment is complete. There is nothing more to do.",
    breakdown: "What was paid",
    details: "Payment details",
    keep: "To keep this page, print it or save it as a PDF. The link shows it again whenever you open it.",
    noInvoice: "This page confirms a payment; it is not an invoice.",
    backToShop: shared.back,
    cardEnding: (last4) => `ending in ${last4}`,
    byInstallments: "Banks may give an installment payment back in installments, too.",
    moneyBack: {
      voided: {
        title: "Your payment was voided",
        what: "The merchant undid the whole payment. If your card shows a pending amount, your bank removes it.",
      },
      refunded: {
        title: "Your payment was refunded",
        what: "All of it was refunded to your card. Your bank decides when your card shows it; that may take some days.",
      },
      partly_refunded: {
        title: "Part of your payment was refunded",
        what: "This amount was refunded to your card; the rest of the payment stands. Your bank decides when your card shows the refund; that may take some days.",
      },
    },
  },
  progress: {
    waiting: {
      title: "Waiting for your bank’s check",
      what: "3-D Secure was started at your bank for this payment.",
      money: "No money has been taken from your card so far.",
      next: "If your bank’s page is open in another tab, complete the check there.",
    },
    later: (time) =>
      `If you closed that page, wait a little: from ${time} you can give up this attempt and start again.`,
    settling: {
      title: "Waiting for the result of your payment",
      what: "Your check is complete; your bank’s answer has not come yet.",
      money: "The payment may have been taken; please do not pay again.",
      next: "The result usually comes soon. You may close this page: the payment goes on, and the same link shows the result.",
    },
    lost: "Did you close your bank’s page?",
    giveUpMeans:
      "If you give up this attempt, the check at your bank no longer counts, no money is taken from your card, and you can start again. Do not give it up if you are about to complete the check on another page.",
    giveUpEnds:
      "If you give up this attempt, the check at your bank no longer counts and no money is taken from your card. The merchant takes no new payment by this link at the moment. Do not give it up if you are about to complete the check on another page.",
    giveUp: "Give up this attempt",
    refresh: "Reload the page",
    refreshesItself: "This page reloads by itself when something changes.",
  },
  failed: {
    refused: {
      title: "Your card was not accepted",
      what: "This payment could not be made with the card that was tried.",
      money: nothingTaken,
      next: "Try another card, or call your bank.",
    },
    three_ds_failed: {
      title: "The 3-D Secure check was not completed",
      what: "The check at your bank failed or was cancelled.",
      money: nothingTaken,
      next: "Try again. If the one-time code does not arrive, call your bank or use another card.",
    },
    capture_declined: {
      title: "Your bank did not approve the payment",
      what: "The card’s bank did not allow it.",
      money: nothingTaken,
      next: "Try another card, or call your bank.",
    },
    abandoned: {
      title: "The attempt was given up",
      what: "The attempt is closed. A bank page that is still open no longer completes this payment.",
      money: nothingTaken,
      next: "You can start the payment again.",
    },
    expired: {
      title: "The time for the check is over",
      what: "Your bank’s 3-D Secure check was not completed in time.",
      money: nothingTaken,
      next: "You can start the payment again.",
    },
    superseded: {
      title: "The earlier attempt was closed",
      what: "It was closed because another number of installments was chosen.",
      money: nothingTaken,
      next: "You can start the payment again.",
    },
    card_attempt_limit_exceeded: {
      title: "Too many cards were tried",
      what: "The number of cards that may be tried in one attempt is used up.",
      money: nothingTaken,
      next: "Ask your bank whether your card is open to online payments; then you can start the payment again.",
    },
    other: {
      title: "The payment could not be completed",
      what: "The last attempt was not completed.",
      money: nothingTaken,
      next: "You can start the payment again.",
    },
  },
  failedAtBank: {
    voided_at_bank: {
      title: "The payment could not be completed",
      what: "The transaction was voided at the bank.",
      money: "Nothing of this attempt remains charged to your card.",
      next: "If your account shows a pending amount, your bank removes it by itself. You can start the payment again.",
    },
    not_found: {
      title: "The payment could not be completed",
      what: "The bank was asked and has not charged this attempt.",
      money: nothingTaken,
      next: "You can start the payment again.",
    },
  },
  info: {
    expired: {
      title: "This payment link has expired",
      what: "The time to pay is over; the link can no longer be paid.",
      money: nothingByLink,
      next: "If you still want to pay, ask the merchant for a new link.",
    },
    cancelled: {
      title: "This payment link was cancelled",
      what: "The merchant cancelled the link; it can no longer be paid.",
      money: nothingByLink,
      next: "If you think this is a mistake, contact the merchant.",
    },
    feature_off: {
      title: "This payment link is not available right now",
      what: "The merchant does not take payments by link at the moment.",
      money: nothingByLink,
      next: "Look again later, or ask the merchant how to pay.",
    },
    on_hold: {
      title: "Payment is not possible right now",
      what: "The merchant does not take card payments at the moment.",
      money: nothingByLink,
      next: "Look again later, or contact the merchant.",
    },
    suspended: {
      title: "This payment is not possible right now",
      what: "The merchant cannot take payments by this link.",
      money: nothingByLink,
      next: "Contact the merchant.",
    },
  },
  bank: shared.bank,
  tryAgain: shared.tryAgain,
  backToLink: "Back to the payment page",
};
