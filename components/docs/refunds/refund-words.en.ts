import { englishRefusals } from "./refund-refusal-words";
import type { RefundWords } from "./refund-words";

export const english: RefundWords = {
  title: "Refunds",
  intro: [
    "You give a captured payment back to the card holder, in whole or in part. Banks do it in two ways: before day-end by a void (`void`, in Turkish iptal), later by a credit (`credit`, iade). The API calls both a refund.",
    "Nothing is ever sent to the bank twice. Amounts are whole kuruş (`5000` is TRY 50.00), times are UTC.",
  ],
  contents: "On this page",
  kinds: {
    title: "Void or credit",
    intro: "Unless you choose, the one that suits the payment at that moment is taken:",
    caption: "How they differ",
    heads: ["About", "Void", "Credit"],
    rows: [
      ["When", "Before day-end.", "After day-end at any time; before it only if the bank takes it."],
      ["How much", "All of it, and only before any credit.", "All or a part, several times."],
      [
        "What the card holder sees",
        "The payment does not come on the statement. The card’s bank removes the pending amount; on a debit card the money returns to the account.",
        "The payment stays on the statement; the credit is a line of its own, mostly within some business days. Of a payment in installments banks may credit installment by installment.",
      ],
      ["Commission", "Given back.", "Not given back."],
    ],
  },
  dayEnd: {
    title: "Day-end",
    intro:
      "At day-end (gün sonu) the bank settles the payments of the day; what is settled can no longer be voided, only credited.",
    rules: [
      "Day-end is the first midnight in Istanbul after `capturedAt`: 21:00 UTC. Where a terminal’s bank closes its day at another time, the terminal’s `dayEndLocal` counts.",
      "Every calendar day has one, weekends and holidays too.",
      "Don’t compute it from your server’s date: a payment captured at 23:59 can be voided for one minute. The instant is the payment’s `refundOptions.void.until`; at that instant the time to void is over.",
      "Around day-end the bank may count the payment to the other day, or take the void too late. Where the bank finds nothing to void within five minutes of day-end, `/refunds` goes on as a credit with the same code; the answer’s `method` says what it became. `/refunds/void` is `declined`, `day_closed` or `nothing_to_void`; refund it with a new code.",
    ],
  },
  start: {
    title: "Start a refund",
    example: "Your server asks with its API key. This gives all of it back, in the way that we choose:",
    answer: "The answer is always 201 and these three fields; `status` says what became of it:",
    fields: [
      [
        "`partnerRefundCode`",
        "Needed, 1 to 128 characters. Your code: used once in your account, and never again whatever the outcome.",
      ],
      ["`amount`", "Kuruş, `1` or more. Left out or `null`: all that is left."],
    ],
    ways: "Three endpoints, with the same body:",
    endpoints: {
      automatic: "We choose the way. Mostly the right one.",
      void: "Asks for a void; where there can be none it does not credit, it answers 422.",
      credit: "Asks for a credit. Before day-end the bank decides: one that does not take it says `day_not_closed`.",
    },
    intro: "Good to know:",
    rules: [
      "A payment has one refund under way at a time. Until its outcome is known another one is answered 409 `refund_in_progress`.",
      "Two credits of the same amount take two codes.",
      "A payment that failed or expired needs no refund. Should its bank turn out to have taken the money all the same, we give it back to the card ourselves; the payment’s `returnedAmount` shows it. It is no refund of yours: no commission, no settlement, no webhook.",
      "Payments of links are refunded in the same way. The link stays `completed`; a buyer who opens it again finds the refund on the receipt.",
      "An account whose acceptance is on hold can refund. A suspended one cannot start refunds, it can query them.",
    ],
  },
  methods: {
    title: "Which way when",
    intro: "What is left is the payment’s amount less its approved refunds:",
    caption: "What happens, by what is asked and when",
    heads: ["Asked", "Before day-end", "After day-end"],
    direct: "direct collection",
    any: "`/refunds` or `/refunds/void`",
    whole: "all that is left",
    part: "a part of it",
    either: "all or a part",
    credited: "credited before",
    uncredited: "not credited before",
    otherwise: "otherwise",
    rules: {
      intro: "Partial refunds:",
      rules: [
        "By `/refunds` from day-end on; `refundOptions.automaticPartialFrom` says when that is.",
        "If you don’t want to wait, use `/refunds/credit`: where the bank takes it, it is done at once.",
        "After a partial refund nothing can be voided; the rest is credited too.",
      ],
    },
  },
  options: {
    title: "What is possible now",
    intro: "A payment’s query says it in `refundOptions`, which is `null` as long as nothing was captured:",
    fields: [
      ["`void.available`, `void.until`", "Whether all of it can be voided now; until when at the latest."],
      ["`credit.available`", "Whether a credit can be sent. Before day-end the bank still decides."],
      [
        "`automaticPartialFrom`",
        "From when on `/refunds` takes a part. `null`: never (direct collection, or nothing is left).",
      ],
      ["`reason`", "Why not; `null` where it is possible."],
    ],
    why: "Values of `reason`:",
    reasons: {
      refund_pending: "A refund is under way; wait for its outcome.",
      under_review: "The payment is being compared with the bank’s records; ask again once that is done.",
      fully_refunded: "Nothing is left to give back.",
      direct_collection: "The terminal is one of direct collection; there are no credits.",
      partly_refunded: "A part was credited; only the whole can be voided.",
      day_closed: "Day-end is over; it can no longer be voided.",
    },
  },
  outcome: {
    title: "Learn what became of it",
    intro: "The bank is waited for up to 8 seconds. If it has answered, `status` is the outcome, else `pending`:",
    caption: "States, and what they can become",
    heads: ["Status", "Meaning", "Becomes", "Webhook"],
    names: { pending: "under way", approved: "approved", declined: "declined" },
    meanings: {
      pending: "The bank has not answered, or its answer is unclear: money may have gone back, or not.",
      approved: "The bank has done it. Less is left.",
      declined:
        "The bank has not done it: nothing went back, as much is left as before. `failureCode` says why; another attempt takes another code.",
    },
    final: "final",
    noEvent: "–",
    pending: {
      intro: "While `pending`:",
      rules: [
        "Do nothing but wait. The request is not sent to the bank again; the bank is asked, first after 5 seconds, then less and less often.",
        "Found in the bank’s records it is `approved`. Looked for twice and not found, after two minutes at the earliest, it is `declined`: `not_processed`, or `day_closed` where it is a void and day-end is over. A credit that was never sent, because the bank could not be reached before it, is `declined` after a minute: `not_processed`.",
        "If it is not known after 15 minutes, our people look. A bank that says nothing for more than an hour is asked again at day-end, then every hour; unless our people settle it, the refund stays `pending` until then. Meanwhile the amount is in `refund.pendingAmount`, and no other refund begins.",
        "Don’t tell the buyer that money went back before it is `approved`.",
      ],
    },
    reported: "The outcome is always told, also where the answer said it already:",
    events: [
      ["refund.approved", "A void or credit was approved."],
      ["refund.declined", "A void or credit was declined."],
    ],
    query: "The webhook carries the `paymentCode` only. Query the payment’s refunds, the newest first:",
    record: "One of its `items`; `failureCode` is set where it is `declined` only:",
    payment: "The payment says the sums in its `refund`:",
    sums: [
      ["`status`", "`none`, `partial` or `full`, by what was approved."],
      ["`refundedAmount`", "The sum of the approved."],
      [
        "`correctedAmount`",
        "Beside `refund`, on the payment itself: what corrections of our books add to it: money that the bank gave back without a refund here; negative where a refund of the books never happened there. Nearly always 0.",
      ],
      ["`pendingAmount`", "The amount of the one whose outcome is open."],
      ["`remainingAmount`", "What is left without both."],
      ["`items`", "All of them, the declined too."],
    ],
    webhooks: "How to verify and answer webhooks:",
  },
  lost: {
    title: "When the connection breaks",
    steps: {
      intro: "No answer came, or a 5xx: the request may have reached us, or not. So as not to pay twice:",
      rules: [
        "Write the code down with the order before you send the request.",
        "Without an answer, look the code up: `GET /v1/refunds?partnerRefundCode=`. What you find, with the `paymentCode` of your payment, is the outcome.",
        "404 `refund_not_found`: nothing has begun with this code. Send the same request with the same code again. Should the first one still be on its way, only one of the two is taken.",
        "Don’t send it with a new code: a new code is a new refund. A new code is right only after `declined`.",
      ],
    },
    program: "Functions that do so:",
    asFile: "as a file",
  },
  ...englishRefusals,
  commission: {
    title: "Commission and payouts",
    intro: "In the payment’s `commission`:",
    rules: [
      "A void gives the commission back: `reversedAmount` is all of it.",
      "A credit does not: `reversedAmount` stays `0`. What the buyer bore of it is part of the amount, and goes back to the buyer with all of it.",
      "`netAmount` is what is left for you: amount − commission + commission given back − approved refunds. It may be negative.",
      "The difference is taken from the payout of the business day after the bank’s day on which the refund was sent; a negative balance is carried over.",
    ],
    caption: "An example, in kuruş",
    heads: ["Given back", "amount", "commission", "reversedAmount", "refundedAmount", "netAmount"],
    none: "nothing",
    part: (amount) => `credit, ${amount}`,
    whole: { void: "void", credit: "credit, all of it" },
  },
  direct: {
    title: "Terminals of direct collection",
    intro: "There the bank pays your account directly; we owe you no payout.",
    rules: [
      "Only the whole payment can be voided, only before day-end; by `/refunds` or by `/refunds/void`.",
      "A part, `/refunds/credit`, and whatever comes after day-end is answered 422 `direct_refund_not_allowed`.",
      "After that pay the buyer from your own account, or ask your bank.",
    ],
  },
  budgets: {
    title: "Budgets",
    perMinute: (calls) =>
      `${calls} a minute can be started per API key, by the three endpoints together. Queries have no budget of their own.`,
    after:
      "Beyond that the answer is 429 `rate_limited`; `Retry-After` says how many seconds to wait. Nothing has begun, and the code is not used.",
  },
  sandbox: {
    title: "Try it in the sandbox",
    intro:
      "`sandbox.json` in the data folder holds `sandboxKey`, and for each merchant `apiKeys` and `terminals`. Take a payment with a test card, then give it back. The card decides what happens:",
    cards: [
      ["`approved`", "Void and credit are `approved`."],
      [
        "`void_declined`",
        "A void is `declined`: `declined_by_bank`. Move the clock on, and credit it with a new code: `approved`.",
      ],
      ["`credit_declined`", "A credit is `declined`: `declined_by_bank`. Before day-end it can be voided."],
      [
        "`credit_lost_taken`",
        "The bank’s answer to a credit is lost: `pending`. Some seconds later the bank is asked, and it is `approved`; the payment was credited once.",
      ],
    ],
    steps: {
      dayEnd: "Let day-end pass. Everything that falls due happens before the call answers:",
      moveDayEnd: "Or move the terminal’s day-end to another time:",
      slow: "To be answered `pending`, slow the bank down (`0` undoes it):",
      sameDay: "A bank that takes no credit before day-end, `day_not_closed` (`false` undoes it):",
      ledger: "The bank’s books: what was captured, voided and credited:",
    },
    more: "For direct collection take a payment on the terminal `direct`.",
    testCards: "Cards and the one-time code:",
  },
};
