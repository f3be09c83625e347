import type { ListedFault } from "../fault";

/** Faults in the sender of webhooks. */
export const webhookFaults: readonly ListedFault[] = [
  {
    what: "A webhook reaches an inner address when one of the addresses of its name is public.",
    file: "server/webhooks/resolve.ts",
    find: "addresses.every((address) => mayConnectTo(address, mode))",
    replace: "addresses.some((address) => mayConnectTo(address, mode))",
    tests: [
      "server/webhooks/resolve.test.ts",
      "server/webhooks/address-guard.test.ts",
      "server/webhooks/sender.test.ts",
    ],
  },
  {
    what: "In live mode a webhook reaches the product's own machine.",
    file: "server/webhooks/resolve.ts",
    find: 'if (parsed.range() === "loopback") return mode === "sandbox";',
    replace: 'if (parsed.range() === "loopback") return true;',
    tests: ["server/webhooks/address-guard.test.ts"],
  },
  {
    what: "A name that changes its address after the check leads a webhook to an inner address.",
    file: "server/webhooks/exchange.ts",
    find: "    lookup: createPinnedLookup(addresses),\n",
    replace: "",
    tests: ["server/webhooks/sender.test.ts", "server/webhooks/sender-tls.test.ts", "server/webhooks/exchange.test.ts"],
  },
  {
    what: "A webhook is sent to a receiver whose certificate no authority has signed.",
    file: "server/webhooks/exchange.ts",
    find: "rejectUnauthorized: true,",
    replace: "rejectUnauthorized: false,",
    tests: ["server/webhooks/sender-tls.test.ts"],
  },
  {
    what: "A receiver that redirects counts as a delivered webhook.",
    file: "server/webhooks/sender.ts",
    find: 'if (statusCode < 400) return "redirect";',
    replace: "if (statusCode < 400) return null;",
    tests: ["server/webhooks/sender.test.ts", "server/usecases/webhooks/receiver-answers.db.test.ts"],
  },
  {
    what: "The first 4 KiB of a receiver's answer are stored in place of 2 KiB.",
    file: "server/webhooks/exchange.ts",
    find: "const keptBodyBytes = 2_048;",
    replace: "const keptBodyBytes = 4_096;",
    tests: [
      "server/webhooks/sender.test.ts",
      "server/webhooks/sender-trouble.test.ts",
      "server/webhooks/sender-resources.test.ts",
    ],
  },
];

/** Faults in the executor of the background functions. */
export const executorFaults: readonly ListedFault[] = [
  {
    what: "A function that fails is tried once more than it allows.",
    file: "server/executor/reduce.ts",
    find: "work.attempt + 1 >= attemptsMax",
    replace: "work.attempt >= attemptsMax",
    tests: ["server/executor/reduce.test.ts"],
  },
  {
    what: "A step that two branches report is done twice.",
    file: "server/executor/reduce.ts",
    find: "if (isKnown(work, gathered, op)) continue;",
    replace: "void isKnown;",
    tests: ["server/executor/reduce.test.ts"],
  },
  {
    what: "A function that asks for a retry at once is called in an endless loop.",
    file: "server/executor/reduce.ts",
    find: "Math.min(Math.max(delayMs, shortestMs), longestMs)",
    replace: "Math.min(delayMs, longestMs + 0 * shortestMs)",
    tests: ["server/executor/reduce.test.ts"],
  },
  {
    what: "Three runs send to one receiver at the same time in place of two.",
    file: "server/executor/queue.ts",
    find: "running >= limit;",
    replace: "running > limit;",
    tests: ["server/executor/queue.test.ts"],
  },
  {
    what: "Two processes execute the same functions, because both hold the lock.",
    file: "server/executor/lock.ts",
    find: "return rows[0]?.held === true;",
    replace: "return rows.length === 1;",
    tests: ["server/executor/lock.db.test.ts"],
  },
  {
    what: "A run that sleeps until the next retry wakes at once.",
    file: "server/executor/store.ts",
    find: "where j.run_at <= $1 and j.id <> all($2::text[])",
    replace: "where $1::timestamptz is not null and j.id <> all($2::text[])",
    tests: ["server/executor/executor.db.test.ts", "server/executor/functions.db.test.ts"],
  },
  {
    what: "An answer that the functions did not sign is believed.",
    file: "server/executor/protocol.ts",
    find: "given.length === expected.length && timingSafeEqual(given, expected)",
    replace: "given.length === expected.length || timingSafeEqual(given, expected)",
    tests: [
      "server/executor/protocol.test.ts",
      "server/entry/jobs/serve.test.ts",
      "server/executor/edge-functions.db.test.ts",
    ],
  },
];

/** Faults in the simulated banks and the demonstration accounts. */
export const sandboxFaults: readonly ListedFault[] = [
  {
    what: "The simulated bank voids a sale of yesterday, which no bank does.",
    file: "server/sandbox/bank/records/ledger.ts",
    find: " ||\n    isSettled(order.capturedAt, dayEnd, now)\n  ) {",
    replace: "\n  ) {",
    tests: ["server/sandbox/bank/nestpay/void.db.test.ts", "server/sandbox/bank/product-day-end.db.test.ts"],
  },
  {
    what: "The simulated bank gives back more than it took.",
    file: "server/sandbox/bank/records/ledger.ts",
    find: 'if (amountKurus > leftKurus) return refused("exceeds_remaining");',
    replace: "",
    tests: ["server/sandbox/bank/nestpay/api.db.test.ts", "server/sandbox/bank/refund-faults.db.test.ts"],
  },
  {
    what: "The simulated bank captures with the proofs of another order.",
    file: "server/sandbox/bank/records/ledger.ts",
    find: "authentication.orderId === request.orderId &&",
    replace: "",
    tests: ["server/sandbox/bank/nestpay/api.db.test.ts", "server/sandbox/bank/garanti/api.db.test.ts"],
  },
  {
    what: "A broken connection of the simulated bank never leaves money behind, so tests miss unknown outcomes.",
    file: "server/sandbox/bank/faults.ts",
    find: '{ when: "after", answer: broken }',
    replace: '{ when: "before", answer: broken }',
    tests: ["server/sandbox/bank/faults.test.ts"],
  },
  {
    what: "The simulated bank stores eight digits of a card number.",
    file: "server/sandbox/bank/cards.ts",
    find: "`${pan.slice(0, 6)}******${pan.slice(-4)}`",
    replace: "`${pan.slice(0, 8)}****${pan.slice(-4)}`",
    tests: ["server/sandbox/bank/cards.test.ts", "server/sandbox/bank/nestpay/api.db.test.ts"],
  },
];
