import { checkedTexts, pageLanguages } from "./link-example";
import type { LinkWords } from "./link-words";

export const english: LinkWords = {
  title: "Payment links",
  intro: (days) => [
    "A payment link is one request for money behind an address that you send to the buyer. The buyer opens it, chooses the installments that the card has, and pays on our page; your server never meets a card.",
    `A link is paid once, within ${days} days. Amounts are whole kuruş (\`125050\` is TRY 1,250.50), times are UTC.`,
  ],
  contents: "On this page",
  create: {
    title: "Create a link",
    example: "Your server creates it with its API key:",
    answer: "The answer is 201 and the link. Keep its `id`; `url` is what you send:",
    caption: "What you can send",
    heads: ["Field", "Needed", "Rule"],
    needed: "yes",
    optional: "no",
    intro: "Good to know:",
    rules: [
      "A link is not changed afterwards. Cancel it and create another one.",
      "There is no idempotency key: a request that is sent twice creates two links. After a broken connection, look for the link in the list before you send it again, by `createdFrom` and the amount.",
      "`partnerReference` counts your links, from 1 and without gaps. It is for people; a link is queried by its `id`.",
      "Whoever has `url` or `token` can open the page and pay. Treat them as secrets: not into logs, not into addresses of your own.",
      `${checkedTexts} and the texts of \`items\` may not be a card number or an IBAN as a whole.`,
    ],
  },
  send: {
    title: "Send it",
    intro: "By mail, text message or messenger, printed or on a screen:",
    rules: [
      "`{url}/qr.svg` is the address as a QR code, to be shown or printed. It is as secret as the address.",
      "`https://wa.me/?text=` and the percent-encoded text opens WhatsApp with the message.",
      "Previews that messengers make of the address do not count as opened; nor does the QR code.",
      `Our page is in the language that the buyer’s browser asks for, of ${pageLanguages}, and the buyer can change it there. With \`?lang=\` and one of them behind the address you choose.`,
    ],
    messages: "A text to begin with, in both languages:",
    message: ({ merchantName, amount, url, until }) =>
      `Hello, you can pay ${amount} to ${merchantName} here:\n${url}\nThe link is valid until ${until}. Enter your card on this page only.`,
  },
  buyer: {
    title: "What the buyer sees",
    steps: {
      intro: "One page, which works without JavaScript too:",
      rules: [
        "Your name, the link’s number, the description, the items in your order and the total.",
        "The card form. As soon as eight digits are there, the installments of this card: the amount per month, the total and the installment fee.",
        "The bank’s 3-D Secure page. Meanwhile no other card can be tried on the link; the buyer may give the attempt up.",
        "The result. After a failed attempt nothing was taken, and the link can be paid again.",
      ],
    },
    masked: (name, shown) => `The payer’s name is masked: \`${name}\` is shown as \`${shown}\`.`,
    account:
      "Where payment links are switched off for your account, acceptance is on hold or the account is suspended, buyers see that the link is not available at present. Its status stays and its time goes on; an attempt that is in 3-D Secure is completed. You can still query and cancel.",
  },
  states: {
    title: "The states of a link",
    intro: "`status` is one of seven:",
    caption: "States, and what they can become",
    heads: ["Status", "Meaning", "Can be paid", "Becomes", "Webhook"],
    names: {
      pending: "waiting",
      launched: "opened",
      initiated: "in progress",
      completed: "paid",
      expired: "expired",
      failed: "failed",
      cancelled: "cancelled",
    },
    meanings: {
      pending: "Created; the buyer has not opened it.",
      launched: "The buyer has opened it: `firstOpenedAt` and `lastOpenedAt` say when.",
      initiated: "A card is in 3-D Secure or is being charged.",
      completed: "Paid.",
      expired: "Its time was over before it was paid.",
      failed: "The last attempt took nothing. The buyer can try again.",
      cancelled: "You have cancelled it.",
    },
    yes: "yes",
    no: "no",
    final: "final",
    noEvent: "–",
  },
  outcome: {
    title: "Learn what became of it",
    intro: "Webhooks tell that something has happened, the query tells what:",
    events: [
      ["payment_link.completed", "The link was paid. Query the link, then deliver."],
      ["payment_link.expired", "Its time was over."],
      ["payment.captured", "A payment on the link was captured; it comes beside `payment_link.completed`."],
      ["payment.failed", "An attempt failed. The link can be paid again, unless it was cancelled or expired."],
      ["payment.expired", "The buyer left 3-D Secure unfinished. The link can be paid again."],
    ],
    silent: "Nothing is sent when a link is opened or cancelled.",
    notice: "The body, spread over lines for reading:",
    query: "Query the link by its `paymentLinkId`:",
    redirect: "With a `redirectUrl` the buyer’s browser goes there, to one of two pages of yours:",
    redirected: {
      intro: "About these addresses:",
      rules: [
        "A slash at the end does not matter, a query stays, a fragment is dropped. Nothing else is added: put your order number into the address.",
        "It is advisory: anybody can open these addresses, and some buyers never come back. Deliver by the query’s answer alone.",
        "As long as the bank’s answer is not known, the buyer waits on our page.",
      ],
    },
    payment: {
      title: "The payment behind it",
      intro: "A link’s payments are payments like others: queried, refunded and settled in the same way.",
      rules: (code) => [
        "`payment.captured` carries the `paymentCode`; the payment’s `source` is `payment_link` and its `paymentLinkId` is the link’s `id`.",
        `Its \`partnerTxCode\` is \`PL-{partnerReference}-{n}\`; n counts the payments of the link. \`GET /v1/payments?partnerTxCode=${code}\` finds it while it is \`initiated\` or \`captured\`; a failed or expired one is found by its \`paymentCode\`.`,
        "Its `amount` is what was charged: the link’s `amount` and the installment fee.",
        "A refund changes the payment. The link stays `completed`; its receipt shows the refund.",
      ],
      refunds: "The guide to refunds",
    },
    webhooks: "How to verify and answer them:",
  },
  list: {
    title: "List links",
    example: "The newest first, every condition narrowing:",
    envelope: "The answer’s `items` are links; the `items` inside a link are its lines:",
    parameters: [
      ["`status`", "One of the seven; repeat it for several. Commas do not separate."],
      ["`minAmount`, `maxAmount`", "Kuruş, both included."],
      ["`createdFrom`, `createdTo`", "Date-times with a zone, both included."],
      ["`page`", "Counts from 0, which a negative one becomes."],
      ["`size`", "20 unless you say otherwise; below 1 it becomes 1, above 200 it becomes 200."],
      ["`hasMore`", "`true`: this page is full and the next one can be asked for. It may turn out empty."],
      [
        "Horizon",
        "`page` times `size` above 100000 is answered 400. The last full page before that has `hasMore` `false` although there may be more.",
      ],
    ],
    all: {
      intro: "For a table on a screen, count `page` up while `hasMore`. To go through everything, don’t:",
      rules: [
        "Ask for page 0 again and again, with `createdTo` set to the `createdAt` of the last link that you have, which comes once more. `listLinks` below does so.",
        "There is no horizon then, and links that are created in the meantime move nothing to the next page.",
      ],
    },
    asFile: "as a file",
  },
  cancel: {
    title: "Cancel a link",
    intro:
      "A link that is not final can be cancelled. The answer is the link, `cancelled`; a card that is in 3-D Secure is not charged any more.",
    answers: [
      ["404 `payment_link_not_found`", "There is none with this `id`, or it is not yours."],
      [
        "409 `payment_link_already_paid`",
        "Paid, or being paid in this very moment: if the bank’s answer is late, the query still says `initiated` for a while.",
      ],
      ["409 `payment_link_expired`", "Its time was over."],
      ["409 `payment_link_cancelled`", "It is cancelled already; after a broken connection that is good news."],
    ],
    races: {
      intro: "The buyer may be quicker:",
      rules: [
        "While a card is being charged, the call waits a few seconds for the bank. Declined: the link is cancelled. Approved or not known: 409 `payment_link_already_paid`.",
        "After a 409 query the link, and act on its `status`.",
        "Cancelling a link that was paid gives no money back. That is a refund.",
      ],
    },
  },
  errors: {
    title: "Errors",
    intro: "Decide by `error.code`; the message is for people. Of several reasons the first in this order is answered:",
    caption: "What the four endpoints answer",
    heads: ["Code", "Where", "Meaning", "What to do"],
    operations: { create: "create", list: "list", get: "query", cancel: "cancel" },
    advice: {
      fix: "Correct the request.",
      retry_later: "Try again later.",
      contact_support: "Contact us; the same request does not change the answer.",
      none: "Query the link.",
    },
    next: {
      access_denied:
        "Check the key's rights and allowed IP addresses in the panel; `message` says which one is missing.",
      partner_not_active: "Contact us. A suspended account can query, list and cancel; a closed one nothing.",
      rate_limited: "Wait for `Retry-After` seconds, then send it again.",
      payment_link_items_amount_mismatch: "Send all items or none; they add up to `amount`.",
      installment_not_allowed: "Send counts that the terminal permits, or leave the field out.",
      internal_error: "Try again later. After creating, look for the link in the list first.",
      service_unavailable:
        "Try again after `Retry-After` seconds. After creating, look for the link in the list first.",
      service_overloaded: "Reserved. Try again after `Retry-After` seconds, waiting longer each time.",
    },
  },
  budgets: {
    title: "Budgets",
    intro: "Counted from the first call on, for a minute:",
    perMinute: (calls) => `${calls} a minute`,
    subjects: {
      writes: "Creating and cancelling, per API key",
      reads: "Querying and listing, per API key",
      address: "All four, per source address",
    },
    after: (seconds) =>
      `Beyond that the answer is 429 \`rate_limited\` with \`Retry-After: ${seconds}\`, and nothing was read, created or changed. Keys of one account have budgets of their own; one address shares its budget among all its keys. We raise an account’s budgets on request. Don’t poll: webhooks tell you.`,
  },
  sandbox: {
    title: "Try it in the sandbox",
    intro:
      "`sandbox.json` in the data folder holds `sandboxKey`, and for each merchant `partnerId`, `apiKeys` and `terminals`. Create a link with them, open its `url` in a browser and pay with a test card. Its outcome decides:",
    cards: [
      ["`approved`", "The link is `completed`."],
      ["`three_ds_failed`", "The link is `failed` and offers another attempt. A wrong one-time code does the same."],
      ["`declined_insufficient_funds`", "Refused at capture: `failed`, with the bank’s reason on the page."],
      ["`declined_at_start`", "On the terminal `posnet` the bank refuses before its page is shown: `failed`."],
      [
        "`capture_lost_taken`",
        "The bank’s answer is lost: the buyer waits, cancelling is answered 409, and the link is `completed` once the bank has been asked.",
      ],
    ],
    expire: "Let its time pass. Everything that falls due happens before the call answers:",
    switchOff: "Switch payment links off; buyers see the notice, and creating is answered 422 (`true` undoes it):",
    hold: "Put acceptance on hold:",
    more: "The terminals `singleOnly` and `installmentsOnly` permit other counts, `limited` has bank limits.",
    testCards: "Cards and the one-time code:",
  },
};
