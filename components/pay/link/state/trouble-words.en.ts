import type { Sentences } from "@/components/pay/words";
import type { TroubleWords } from "./state-words";

/** For cases in which an earlier attempt on the same link may have succeeded. */
const nothingNow = "This step took no money from your card.";

const unreadable: Sentences = {
  title: "What was sent could not be read",
  what: "The form did not arrive as expected.",
  money: nothingNow,
  next: "Go back to the payment page and try again.",
};

const unknown: Sentences = {
  title: "Payment link not found",
  what: "There is no payment link at this address. It may be incomplete or copied wrongly.",
  money: "Opening this page took no money from your card.",
  next: "Ask the merchant who sent you the link to send it again.",
};

export const englishTroubles: TroubleWords = {
  limit: {
    title: "The payment could not be completed",
    what: "Your payment cannot be taken at the moment.",
    money: "No money was taken from your card.",
    next: "Try again a little later, or contact the merchant.",
  },
  unknown,
  trouble: {
    not_found: unknown,
    payment_link_not_found: unknown,
    validation_error: unreadable,
    unsupported_media_type: unreadable,
    payload_too_large: unreadable,
    access_denied: {
      title: "A payment cannot be started from another site",
      what: "Card details can only be sent from the link’s own page.",
      money: nothingNow,
      next: "Open the payment page and go on from there.",
    },
    method_not_allowed: {
      title: "This page cannot be opened directly",
      what: "This address only serves the steps of the payment page.",
      money: "Opening this page took no money from your card.",
      next: "Open the payment page and go on from there.",
    },
    rate_limited: {
      title: "Too many attempts",
      what: "There were too many attempts on this payment link in a short time.",
      money: nothingNow,
      next: "Wait a minute and try again.",
    },
    service_overloaded: {
      title: "We are very busy right now",
      what: "Your request could not be taken.",
      money: nothingNow,
      next: "Try again a little later.",
    },
    internal_error: {
      title: "Something went wrong",
      what: "Because of a problem on our side, this step could not be completed.",
      money: nothingNow,
      next: "Go back to the payment page; it shows where the payment stands.",
    },
    return_refused: {
      title: "The bank’s answer could not be verified",
      what: "What came back from your bank is not as expected.",
      money: "This answer took no money from your card.",
      next: "Open your payment link again; it shows where the payment stands.",
    },
    return_unknown: {
      title: "Payment not found",
      what: "What came back from your bank belongs to no payment.",
      money: "This answer took no money from your card.",
      next: "Open your payment link again; it shows where the payment stands.",
    },
    return_failed: {
      title: "The result is not known yet",
      what: "Because of a problem on our side, we cannot show the result right now.",
      money: "The payment may have been taken; please do not pay again yet.",
      next: "Open your payment link again a little later; it shows where the payment stands.",
    },
  },
};
