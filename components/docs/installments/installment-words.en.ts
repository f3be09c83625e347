import type { InstallmentWords } from "./installment-words";

const otherCardOrCount =
  "Take another card on the same payment, whose count stays as it is; or create a new payment with another count.";

export const english: InstallmentWords = {
  title: "Installments",
  intro: [
    "In how many installments a card can be charged, and at which commission, depends on the card and on your terminal. Two look-ups tell: one for a card, one before there is a card.",
    "Amounts are whole kuruş and rates are basis points: `125050` is TRY 1,250.50, `250` is 2.5 %. Nothing has a fraction, so calculate with whole numbers only.",
  ],
  contents: "On this page",
  lookup: {
    title: "For a card",
    example:
      "Your server asks as soon as the buyer has typed eight digits, and again when they change. `baseAmount` and `customerCommissionShareBps` may be left out; without `baseAmount` the four amounts are `null`.",
    intro: "Show what `options` holds, and nothing else:",
    rules: [
      "Every count in the list is accepted at payment creation at the same rate and fee. A count that is not in it cannot be charged.",
      "Write no menu of counts into your code, and keep no list from one checkout to the next: lists differ by card and by terminal, and prices change. A payment is charged at the prices in force when it was created.",
      "A count of 1 is a single payment. It is in the list only where the terminal permits it.",
    ],
    answers: [
      [
        "`options` is empty",
        "This card cannot be charged on this terminal at all, not even at once. Ask for another card.",
      ],
      ["`cardFamily` is not `credit`", "Debit, prepaid and foreign cards: a single payment or nothing."],
      [
        "`cardFamily` is `null`",
        "The card is not known; brand and bank are `null` too. A single payment at the terminal’s usual rate, where it permits one; else nothing.",
      ],
      ["`cardBrand` is `null`", "The card is not known, or belongs to no installment programme."],
      ["403 `terminal_not_allowed`", "The terminal is not yours or not active, or takes no cards of this family."],
      [
        "429 `rate_limited`",
        "Both look-ups share one budget per minute; wait for `Retry-After` seconds. Ask once per card, not at every keystroke.",
      ],
    ],
    digits:
      "`bin` is exactly eight digits from 0 to 9; anything else is answered 400. Take them from the number in the buyer’s browser: no further digit may reach your server. Eight digits are no card number, yet do not log or store them; six are all that we keep ourselves.",
  },
  overview: {
    title: "Before the card is known",
    intro:
      "The overview is everything that the terminal charges, for product pages and the basket. There is no `bin` in the request; otherwise it is the same.",
    example: "The answer to the same amount, with the whole commission on the buyer:",
    members: [
      [
        "`optionGroups`",
        "A group for each kind of card that your prices tell apart: `cardType`, `onUs` and `cardBrand`. `null` means whatever it is.",
      ],
      [
        "`onUs`",
        "`true`: cards issued by the terminal’s own bank. `false`: by other banks. `null`: the price is the same for both.",
      ],
      [
        "`onUsRequired`",
        "`true`: the installments of this group are for cards of the terminal’s own bank only. `false`: other banks’ cards of the brand have them too. `null`: the group has no installments.",
      ],
      ["`maximums`", "For each count the dearest option of all groups, and in `source` the group that it comes from."],
    ],
    upTo: {
      intro: "No card costs more than `maximums`, so these are the prices for “up to”:",
      caption: (price) => `Prices “up to” for ${price}`,
      heads: ["Installments", "Per month, up to", "Total, up to"],
      afterwards:
        "As soon as eight digits are there, replace them by the look-up for the card: it may have fewer counts, or none.",
    },
  },
  split: {
    title: "Who pays the commission",
    intro:
      "The four amounts come from `baseAmount` (B), `rateBps` (r), `fixedFee` (f, 0 when `null`) and `customerCommissionShareBps` (s). Every division rounds down:",
    caption: "What the look-ups answer, amounts in kuruş",
    largest: (kurus) => `A total above \`${kurus}\` cannot be charged.`,
    perMonth: (total, count, first, rest) =>
      `Per month: what does not divide goes into the first month. \`${total}\` in ${count} installments is \`${first}\`, then ${count - 1} × \`${rest}\`.`,
    basis: {
      title: "What is deducted at capture",
      intro: "`commissionBasis` belongs to the agreement for the terminal:",
      terms: [
        ["`gross`", "The commission is taken on the whole amount that is charged."],
        [
          "`net`",
          "On that amount less what the buyer bears of the commission. This differs for payment links only, which know the buyer’s share; an amount of `POST /v1/payments` is all yours.",
        ],
      ],
      caption: "The rows above as payment links, amounts in kuruş",
      heads: ["Charged", "Buyer’s share", "Gross: deducted", "Gross: left", "Net: deducted", "Net: left"],
    },
  },
  passOn: {
    title: "Passing the commission on",
    intro:
      "`POST /v1/payments` charges exactly the `amount` that you send, and the commission is taken on all of it. If you pass it on, you send more; how much is your choice, within the law and your agreement.",
    ways: [
      [
        "One to one",
        "The price and its commission: `⌊B × r / 10000⌋ + f` on top. This is what the look-up calculates with `customerCommissionShareBps` 10000. The commission is due on the surcharge as well, so you are left a little short.",
      ],
      [
        "Exact",
        "The smallest amount that leaves you the price: `⌊(B + f − 1) × 10000 / (10000 − r)⌋ + 1`. At a rate of 100 % there is none.",
      ],
    ],
    caption: "Both ways, amounts in kuruş",
    heads: ["Price (B)", "r", "f", "One to one", "One to one leaves", "Exact", "Exact leaves"],
    why: "Why the formula holds: of an amount T there is ⌈T × (10000 − r) / 10000⌉ left before the fee. That reaches B + f as soon as T × (10000 − r) is more than (B + f − 1) × 10000.",
    rules: [
      "Send the result as `amount` and the count as `installment`. Show the total and the installment fee before the buyer pays.",
      "On a `net` basis a payment link whose commission the buyer bears leaves you the price as it is: nothing is to be added.",
    ],
    samples: {
      title: "Functions to copy",
      intro: "Without packages. They take an entry of `options` as it was answered.",
      rules: [
        "Node.js: `BigInt`, since a `Number` loses digits above 2⁵³. `JSON.stringify` refuses it, so write `Number(amount)` into a request.",
        "PHP: integers have 64 bits. `partOf` divides before it multiplies, so nothing overflows on the way; a result that does not fit is an error, not a rounded float.",
        "Python: whole numbers have no largest one. Use `//`, never `/`.",
      ],
      asFile: "as a file",
    },
  },
  refusals: {
    title: "When a count is refused",
    intro:
      "`installment_not_allowed` (422) has four reasons. If you show only what the look-up answers, and ask again when the card changes, you will hardly meet them.",
    caption: "The four reasons",
    heads: ["Why", "Where it shows", "What to do", "Card attempt"],
    reasons: [
      [
        "1. The card has no installments: debit, prepaid, foreign or not known, and some credit cards.",
        "Card handoff, `handoffUrl`",
        otherCardOrCount,
        "Used up",
      ],
      [
        "2. The terminal does not permit the count, or your account has been narrowed.",
        "`POST /v1/payments`",
        "Nothing was created. Send a count that is permitted.",
        "None",
      ],
      [
        "3. The card’s brand is known, but the terminal does not offer it this count.",
        "Card handoff, `handoffUrl`",
        otherCardOrCount,
        "Used up",
      ],
      [
        "4. `allowedInstallmentCounts` is empty, or holds a count that the terminal does not permit.",
        "`POST /v1/payment-links`",
        "Nothing was created. Send permitted counts only; they cannot be changed later.",
        "None",
      ],
    ],
    consequences: "What follows from them:",
    rules: [
      "Reasons 1 and 3 are told to the buyer on the handoff page, not to your server; the payment stays `initiated`.",
      "The attempts of a payment are limited. After the last one it fails, and another card is answered 429 `card_attempt_limit_exceeded`: create a new payment.",
      "A new payment with another count needs a `partnerTxCode` of its own while the first one is open; the same code is answered 409 `duplicate_partner_tx_code`.",
      "A card whose list was empty is answered `virtual_pos_card_type_not_supported` or `installment_not_allowed`, both 422; both use up an attempt.",
    ],
  },
  sandbox: {
    title: "Try it in the sandbox",
    intro:
      "`sandbox.json` in the data folder holds `sandboxKey`, and for each merchant `partnerId`, `apiKeys` and `terminals`. Some terminals differ from `default`:",
    terminals: [
      ["`singleOnly`", "Permits a single payment only: every list is that, or empty."],
      ["`installmentsOnly`", "Permits no single payment: a debit card’s list is empty."],
      ["`domesticOnly`", "Takes no foreign cards: their list is empty."],
      ["`creditOnly`", "Debit and prepaid cards are answered 403 `terminal_not_allowed`."],
      ["`netBasis`", "`commissionBasis` is `net`."],
    ],
    digits: "Eight digits to ask about:",
    cards: [
      ["`55496000`", "credit, brand `bonus`"],
      ["`43550800`", "credit, brand `axess`"],
      ["`41551500`", "debit"],
      ["`43974800`", "prepaid"],
      ["`41472000`", "foreign"],
      ["`00000000`", "not known"],
    ],
    setTerminal: "Change what a terminal permits:",
    narrowAccount: "Narrow the account, whatever its terminals permit (`null` lifts it):",
    more: "A terminal’s `allowedFamilies`, `supportsForeign` and `commissionBasis` are set in the same way.",
    testCards: "To pay:",
  },
};
