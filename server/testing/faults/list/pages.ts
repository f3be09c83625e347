import type { ListedFault } from "../fault";

/** Faults in the pages of buyers, merchants and the documentation. */
export const componentFaults: readonly ListedFault[] = [
  {
    what: "The buyer's receipt shows the time of London.",
    file: "components/pay/formats.ts",
    find: 'timeZone: "Europe/Istanbul"',
    replace: 'timeZone: "Europe/London"',
    tests: ["components/pay/render.test.ts", "components/pay/link/state/waiting-and-paid.test.ts"],
  },
  {
    what: "The remaining time of a link ends a second too early.",
    file: "components/pay/link/time-left.ts",
    find: "Math.ceil(leftMs / 1000)",
    replace: "Math.floor(leftMs / 1000)",
    tests: ["components/pay/link/state/waiting-and-paid.test.ts", "components/pay/link-script.test.ts"],
  },
  {
    what: "The form to the bank writes the card number into the address of the browser.",
    file: "components/pay/to-bank-form.tsx",
    find: '<form method="post" action={form.action} data-to-bank="">',
    replace: '<form method="get" action={form.action} data-to-bank="">',
    tests: ["components/pay/render.test.ts", "components/pay/link/state/waiting-and-paid.test.ts"],
  },
  {
    what: "The script of the card form accepts a number with a wrong check digit.",
    file: "components/pay/card-number.js",
    find: "return sum % 10 === 0;",
    replace: "return sum % 5 === 0;",
    tests: ["components/pay/card-form.test.ts"],
  },
  {
    what: "The page shows only one of two different monthly amounts.",
    file: "components/pay/payment-summary.tsx",
    find: "firstKurus === restKurus\n",
    replace: "firstKurus >= restKurus\n",
    tests: ["components/pay/render.test.ts", "components/pay/link/open/open-page.test.ts"],
  },
  {
    what: "The panel says that a whole refund is a credit while it still is a void.",
    file: "components/panel/payments/refund-outlook.ts",
    find: 'voiding.available ? "void" : "credit"',
    replace: 'voiding.available ? "credit" : "void"',
    tests: ["components/panel/payments/refund-outlook.test.ts"],
  },
  {
    what: "The calculator of the panel shows a net amount before the commission.",
    file: "components/panel/installments/calculate-offer.ts",
    find: "netKurus: totalKurus - deductedKurus,",
    replace: "netKurus: totalKurus - customerShareKurus,",
    tests: ["components/panel/installments/calculate-offer.test.ts"],
  },
  {
    what: "A suspended merchant reads that refunds are possible.",
    file: "components/panel/account/account-abilities.ts",
    find: 'refunds: status === "active" ? "yes" : "no"',
    replace: 'refunds: status !== "closed" ? "yes" : "no"',
    tests: ["components/panel/account/account-abilities.test.ts"],
  },
  {
    what: "The sample receiver that merchants copy keeps a webhook whose signature is wrong.",
    file: "components/docs/samples/receiver.mjs",
    find: "if (!isGenuine(body, request.headers)) return 400;",
    replace: "isGenuine(body, request.headers);",
    tests: ["components/docs/samples/receivers.test.ts"],
  },
];

/** Faults in the catalogues of texts. */
export const messageFaults: readonly ListedFault[] = [
  {
    what: "A Russian buyer reads a wrong plural, because the form for 2 to 4 is missing.",
    file: "messages/pay.ru.json",
    find: "one {Ещё # позиция} few {Ещё # позиции} many",
    replace: "one {Ещё # позиция} many",
    tests: ["messages/catalogues.test.ts"],
  },
  {
    what: "A German buyer sees the name of a key in place of the label of a field.",
    file: "messages/pay.de.json",
    find: '    "expiry": "Gültig bis",\n',
    replace: "",
    tests: ["messages/catalogues.test.ts"],
  },
  {
    what: "A German buyer reads a button without the amount.",
    file: "messages/pay.de.json",
    find: '"pay": "{amount} zahlen"',
    replace: '"pay": "Jetzt zahlen"',
    tests: ["messages/catalogues.test.ts"],
  },
  {
    what: "An apostrophe before the number in an English text of the panel makes the reader see its braces.",
    file: "messages/panel.en.json",
    find: '"mistakesTitle": "{count, plural, =1 {A mistake was found}',
    replace: '"mistakesTitle": "\'{count, plural, =1 {A mistake was found}',
    tests: ["messages/catalogues.test.ts"],
  },
];
