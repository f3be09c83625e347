import type { HomeWords } from "./home-words-type";

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : more}`;

export const english: HomeWords = {
  title: "Home",
  newPayment: "New payment",
  newLink: "New link",
  today: "Today",
  recent: "Last 30 days",
  captured: "Captured",
  refunded: "Refunded",
  commission: "Commission",
  net: "Net",
  successRate: "Success rate",
  openLinks: "Open links",
  captures: (count) => many(count, "capture"),
  refunds: (count) => (count === 0 ? "no refunds" : many(count, "void or refund", "voids and refunds")),
  ended: (captured, all) =>
    all === 0 ? "no payment ended" : `${captured.toLocaleString("en-GB")} of ${many(all, "payment")}`,
  yesterday: "yesterday",
  noRate: "–",
  toLinks: "Show links",
  more: (percent) => `${percent} more than the 30 days before`,
  less: (percent) => `${percent} less than the 30 days before`,
  same: "the same as the 30 days before",
  noneBefore: "none in the 30 days before",
  points: (points, isMore) => `${points} points ${isMore ? "higher" : "lower"} than the 30 days before`,
  netNote:
    "Net is the sum of the settlements that were booked in these days: captures less commission less refunds. Money of direct-collection terminals goes from the bank to you and is not part of it. Days are Türkiye's.",
  chart: {
    title: "Day by day",
    label: "Captured and refunded amounts of the last 30 days, day by day. The numbers are in the table, too.",
    showTable: "Table",
    showChart: "Chart",
    view: "View",
    caption: "Last 30 days, the newest first",
    nothing: "No captures and no refunds in the last 30 days.",
    day: "Day",
    count: "Captures",
  },
  attention: {
    title: "Needs attention",
    none: "Nothing needs attention.",
    account_suspended: {
      title: "Your account is suspended",
      help: "No new payments, links or refunds.",
      action: "Go to account",
    },
    account_closed: {
      title: "Your account is closed",
      help: "Nothing new can be done.",
      action: "Go to account",
    },
    acceptance_held: { title: "Payment acceptance on hold", help: "", action: "Go to account" },
    captures_unknown: {
      title: (count) => `The outcome of ${many(count, "capture")} is unknown`,
      help: "The bank is being asked; take no other payment for the same order until it answers.",
      action: "Show payments",
    },
    undelivered: {
      title: (count) => `${many(count, "webhook")} of the last 24 hours not delivered`,
      help: "Your server does not take them.",
      next: "Next attempt",
      noNext: "Not tried again; you can resend by hand.",
      action: "Show deliveries",
    },
    refund_requests: {
      title: (count) => `${many(count, "refund waits", "refunds wait")} for a second person`,
      help: "Somebody other than who asked has to approve.",
      action: "Show refunds",
    },
    refunds_pending: {
      title: (count) => `${many(count, "refund")} pending`,
      help: "The bank is being asked; do not start the same refund again.",
      action: "Show payments",
    },
    links_expiring: {
      title: (count) => `${many(count, "link expires", "links expire")} within 24 hours`,
      help: "They can still be paid; remind whoever should.",
      action: "Show links",
    },
    no_webhook_address: {
      title: "No webhook address",
      help: "Your server is not told of payments and refunds.",
      action: "Add an address",
    },
    no_second_factor: {
      title: "Your second factor is off",
      help: "It protects the account should your password be stolen.",
      action: "Go to my security",
    },
    since: "Oldest",
    heldSince: "Since",
    first: "First",
  },
  start: {
    title: "You have no payments yet",
    help: "Create a payment link and send it to yourself, or enter a card yourself to take the first payment. Captures, refunds and payouts will show here.",
    api: "To connect by the API, create a key first.",
    toKeys: "API keys",
    readOnly: "The account's owner and its finance people can create payments.",
  },
};
