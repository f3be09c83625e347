import type { WebhookWords } from "./webhook-words";

export const english: WebhookWords = {
  title: "Webhooks",
  intro: [
    "When a payment, a refund, a payout or a payment link changes its status, we send a small JSON message to your server. It says that something has happened, and nothing more: no result, no amount, no card data. Query the resource, and decide from the answer.",
    "Without a webhook address nothing is sent, and nothing is sent later for what happened in that time; statuses are then known by queries alone.",
  ],
  contents: "On this page",
  events: {
    title: "What is sent, and when",
    intro:
      "There are ten types in four families. `id` is the delivery’s id, `occurredAt` is UTC in whole seconds. Fields may be added one day: ignore those that you do not know.",
    families: {
      transaction: {
        name: "Payments and refunds",
        next: "Next: query the payment by `GET /v1/payments/{paymentCode}`, also for a refund.",
      },
      payout: { name: "Payouts", next: "Next: look at the payout in the merchant panel." },
      payment_link: {
        name: "Payment links",
        next: "Next: query the link by `GET /v1/payment-links/{id}`; `paymentLinkId` is its id. The payment on a link is announced by `payment.captured` as well.",
      },
      test: { name: "Test", next: "Nothing is behind it: answer 200." },
    },
    sentWhen: {
      "payment.captured": "The capture was approved.",
      "payment.failed": "3-D Secure or the capture was declined.",
      "payment.expired": "The payment expired, or 3-D Secure was left unfinished.",
      "refund.approved": "A refund or a void was approved.",
      "refund.declined": "A refund or a void was declined.",
      "payout.paid_out": "A payout item was paid to you.",
      "payout.failed": "A payout item did not reach you; our operations resolve it.",
      "payment_link.completed": "A payment on the link was captured.",
      "payment_link.expired": "The link’s time is over.",
      "webhook.test": "A test was asked for.",
    },
    fields: "The body, spread over lines for reading",
    refunds: "The guide to refunds",
  },
  headers: {
    title: "Headers",
    intro:
      "A delivery is a `POST` with `Content-Type: application/json`. Each value comes under two names that mean the same. Use the first one; the second is for older integrations and stays.",
    alsoAs: (name) => `also as \`${name}\``,
    values: {
      Signature:
        "`sha256=` and the HMAC-SHA256 of the body in lower-case hexadecimal digits. The key is the text of your webhook secret as it is, with its `whsec_`.",
      Timestamp:
        "`occurredAt` as seconds since 1970. It is the time of the event, not of the sending; it stays the same on every attempt and is not signed.",
      "Delivery-Id": "The body’s `id`, the same on every attempt.",
    },
    standard: "The headers of Standard Webhooks come in addition, so that its libraries work with the same secret:",
    standardValues: {
      "webhook-id": "The body’s `id`.",
      "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
      "webhook-signature":
        "`v1,` and a base64 signature of id, time and body; while the secret is rotated several of them, separated by spaces.",
    },
  },
  verify: {
    title: "Verify the signature",
    intro: "The address is public: believe nothing that is not signed.",
    rules: [
      "Compute the HMAC over the raw bytes of the body, before anything parses it. Parsed and written again, a body has another signature. Nothing is added to it, not even the timestamp.",
      "Compare in constant time: `timingSafeEqual`, `hash_equals`, `compare_digest`.",
      "One of the two names suffices. Answer 400 if neither has the right value.",
      "Be ready for two secrets, the old one and the new one: see the rotation below.",
      "Never refuse a delivery for its age. A retry carries the time of its event, which may be hours old. The delivery’s id is what protects you from replays.",
    ],
  },
  answer: {
    title: "Answer",
    intro: "Answer within 5 seconds: keep the delivery, answer, and do the work afterwards.",
    answers: [
      ["2xx", "Received. The delivery is complete."],
      ["4xx", "Refused for good. It is not tried again, not even after 408 or 429."],
      [
        "5xx, 3xx, no answer",
        "Tried again, as after a broken connection, a bad certificate or a name that is not found. Redirects are not followed.",
      ],
    ],
    retries: (delays, hours) =>
      `A delivery is tried again ${delays} after the attempt before. After six attempts, or ${hours} after the first one, it is given up. The body is the same every time, byte by byte.`,
    address: "If you change the address in the meantime, the next attempt goes to the new one.",
  },
  repeats: {
    title: "Repeats and order",
    intro: "Every delivery comes at least once, and in no particular order.",
    rules: [
      "Keep the delivery’s id under a unique key. If it is there already, answer 200 and do nothing.",
      "Read nothing into the order of arrival: `refund.approved` may come before `payment.captured`.",
      "Decide from what the query says now, and make the work repeatable: two deliveries may lead you to the same payment.",
    ],
  },
  rotation: {
    title: "Rotate the secret",
    intro: "Our signature header has room for one signature, so your receiver learns the new secret first.",
    rules: [
      "Prepare: a new secret is made and shown once. The headers above are still signed by the old one.",
      "Let your receiver accept both. In the samples: `WEBHOOK_SECRETS=old,new`.",
      "Activate: from now on every attempt is signed by the new secret, retries too. `webhook-signature` carries the signatures of both from the first step on.",
      "For 24 hours you can go back to the old secret if something is wrong.",
      "Then take the old secret out of your receiver.",
    ],
  },
  address: {
    title: "Your address",
    intro: "The rules hold when the address is saved and again at every attempt.",
    rules: [
      "`https` with a valid certificate, on port 443, 80 or 8443.",
      "A public name, not an IP address, and without user name or password.",
      "Every address that the name leads to must be public. Private, local and reserved networks are never connected to.",
    ],
    inSandbox:
      "In the sandbox `http`, IP addresses, `localhost` and ports above 1024 are allowed as well; private networks are not.",
  },
  sandbox: {
    title: "Try it in the sandbox",
    intro:
      "`sandbox.json` in the data folder holds `sandboxKey`, and for each merchant `partnerId` and `webhookSecret`. Start a sample with that secret, then:",
    setAddress: "Tell where your receiver is:",
    sendTest: "Send a test. The answer names the delivery; without an address it is `null`:",
    moveClock:
      "To see a retry, stop the receiver, send another test, start the receiver again and move the clock. What is due in between is attempted before the call answers:",
    payoutEvents: "`payout.paid_out` and `payout.failed` are sent like the test, the others when they happen.",
    cards: "For payments",
  },
  samples: {
    title: "Receivers to start from",
    intro:
      "Complete programs without packages. They listen on this machine; the certificate belongs to the web server in front.",
    rules: [
      "`WEBHOOK_SECRETS` holds one secret, or several separated by commas.",
      "Each delivery is kept once as a file in the folder `INBOX`. In your product this is a table whose key is the delivery’s id.",
    ],
    asFile: "as a file",
  },
};
