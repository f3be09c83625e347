import type { Mutant } from "../mutant";

const call = "server/banks/call.ts";

const unreadable = 'if (answer === null) return { kind: "unknown", cause: "unreadable" };';
const declined = 'if (answer === null) return { kind: "declined", reason: "unknown", bankCode: "" };';

/** Sabotages of the calls of banks and of the reading of their answers. */
export const bankMutants: readonly Mutant[] = [
  {
    name: "broken-answer-of-nestpay-declines",
    what: "An answer of a NestPay bank that cannot be read counts as declined, although the bank may have the money.",
    edits: [{ file: "server/banks/nestpay/response.ts", find: unreadable, replace: declined }],
  },
  {
    name: "broken-answer-of-garanti-declines",
    what: "An answer of Garanti that cannot be read counts as declined, although the bank may have the money.",
    edits: [{ file: "server/banks/garanti/response.ts", find: unreadable, replace: declined }],
  },
  {
    name: "broken-answer-of-payfor-declines",
    what: "An answer of a PayFor bank that cannot be read counts as declined, although the bank may have the money.",
    edits: [{ file: "server/banks/payfor/response.ts", find: unreadable, replace: declined }],
  },
  {
    name: "broken-answer-of-posnet-declines",
    what: "An answer of a PosNet bank that cannot be read counts as declined, although the bank may have the money.",
    edits: [
      {
        file: "server/banks/posnet/response.ts",
        find: 'if (answer === null) return unknown("unreadable");',
        replace: declined,
      },
    ],
  },
  {
    name: "repeated-capture-declines",
    what: "A capture that the network delivered twice counts as declined, because the bank knows its order already.",
    edits: [
      {
        file: "server/banks/nestpay/response.ts",
        find: '(kind === "capture" && errorCode === orderExistsCode) ||',
        replace: "",
      },
      {
        file: "server/banks/garanti/response.ts",
        find: 'isDoubtful(answer) || (kind === "capture" && isOrderTaken(answer))',
        replace: 'isDoubtful(answer) && !(kind === "capture" && isOrderTaken(answer))',
      },
      {
        file: "server/banks/payfor/codes.ts",
        find: 'if (kind === "capture" && isRepetition(returnCode)) return true;',
        replace: 'if (kind === "capture" && isRepetition(returnCode)) return false;',
      },
    ],
  },
  {
    name: "silence-counts-as-refusal",
    what: "A bank that does not answer in time counts as one that has declined, although it may have the money.",
    edits: [
      {
        file: call,
        find: '"cause" in sent ? { kind: "unknown", cause: sent.cause } :',
        replace: `"cause" in sent && sent.cause === "timeout"
    ? { kind: "declined", reason: "unknown", bankCode: "" }
    : "cause" in sent ? { kind: "unknown", cause: sent.cause } :`,
      },
    ],
  },
  {
    name: "call-repeated-after-silence",
    what: "A call that moves money is sent again when the bank does not answer in time.",
    edits: [
      {
        file: call,
        find: "const sent = await transport(wire, { totalMs, ...(maySend && { maySend }) });",
        replace: `let sent = await transport(wire, { totalMs, ...(maySend && { maySend }) });
    if ("cause" in sent && sent.cause === "timeout") {
      sent = await transport(wire, { totalMs, ...(maySend && { maySend }) });
    }`,
      },
    ],
  },
  {
    name: "calls-do-not-ask-permission",
    what: "Calls that move money leave without a last look at their row, so a credit leaves no trace of having been sent.",
    edits: [
      {
        file: call,
        find: "const sent = await transport(wire, { totalMs, ...(maySend && { maySend }) });",
        replace: "const sent = await transport(wire, { totalMs });\n    void maySend;",
      },
    ],
  },
];
