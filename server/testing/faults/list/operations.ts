import type { ListedFault } from "../fault";

/** Faults in the statements of the store that deploys and crashes rely on. */
export const operationsStoreFaults: readonly ListedFault[] = [
  {
    what: "A slow process sends the bank's form of an attempt that another card has taken over.",
    file: "server/store/payments/handing-out.ts",
    find: "where id = :attemptId and status = 'started' and handed_out_at is null",
    replace: "where id = :attemptId",
    tests: ["server/usecases/payments/interrupted-start.db.test.ts"],
  },
  {
    what: "An attempt is taken over although its form has left a moment ago.",
    file: "server/store/payments/handing-out.ts",
    find: 'status: { in: sourceStates(attemptTable, "abandoned") }, handedOutAt: null }',
    replace: 'status: { in: sourceStates(attemptTable, "abandoned") } }',
    tests: ["server/usecases/payments/interrupted-start.db.test.ts"],
  },
];

/** Faults in the circuit breaker, which may hold off new cards but never money that may have moved. */
export const breakerRuleFaults: readonly ListedFault[] = [
  {
    what: "A bank that was reached in between counts as one that cannot be reached.",
    file: "server/domain/banks/circuits.ts",
    find: "    circuit.failures = [];\n",
    replace: "",
    tests: ["server/domain/banks/circuits.test.ts"],
  },
  {
    what: "Every card asks whether the bank is back, not one at a time.",
    file: "server/domain/banks/circuits.ts",
    find: "if (isTried || now < retryAt)",
    replace: "if (now < retryAt)",
    tests: ["server/domain/banks/circuits.test.ts", "server/usecases/payments/bank-breaker.db.test.ts"],
  },
];

/** A fault in the verb that asks the circuit breaker. */
export const breakerVerbFaults: readonly ListedFault[] = [
  {
    what: "A card that was refused for another reason keeps the trial, so the next ones are refused too.",
    file: "server/usecases/banks/shared/bank-gate.ts",
    find: "release: () => ctx.circuits.endTrial(host)",
    replace: "release: () => undefined",
    tests: ["server/usecases/payments/bank-breaker.db.test.ts"],
  },
];
