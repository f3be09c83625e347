import { finalStates, type Move, type StateTable } from "@/server/domain/states";
import { modelTables, rows } from "../model/rows";
import type { RowUses } from "../search/uses";
import { allTables } from "./all-tables";

/** What each record is, in one sentence with its sources, in the order of the document. */
const sentences: Readonly<Record<string, string>> = {
  "payment link": "An address for one payment that the merchant shares; every open status can expire (§3.1, D-10).",
  payment: "What the merchant asks a buyer for; it ends once, and a refund does not change its status (§3.2, D-17).",
  attempt:
    "One card on one payment, until the bank's final answer (D-17, D-46); where the bank is not called before its page, it begins as `started`.",
  refund: "Money back to the buyer's card, by a void or by a credit (§3.3, D-26).",
  "money return": "Money that the bank took although its payment had ended without it, on its way back (D-72).",
  "refund request": "A request in the panel for a refund that needs a second person's approval (S32).",
  delivery: "One event to one merchant, with all its attempts (§6.4, D-34, D-35).",
  correction: "An entry that brings the books to what the bank did, on which two people decide (D-75).",
  change: "A change in the back-office that needs two people (D-67).",
  payout: "What one account is paid on one business day (D-39, D-392).",
};

/** The states file, and the command that writes this document. */
const intro = `# Statuses and their moves

Every status changes by a row of [states.ts](../server/domain/states.ts) and in no other way (R4). This page shows the
rows as diagrams, with the webhook event of a move in brackets. The state search ([run.ts](../sim/states/run.ts)) composes
the tables to one model of a payment or a link with its attempts, refunds and returns, the bank, the clock and crashes.
It visits every state that the model can reach, and replays each row, and each pair of rows that can follow each other,
against the use-cases. Where a record is part of that model, a table names the use-cases that make each move there.

This page is written by \`npm run sim -- --states --write-diagrams\`; a test compares it with what would be written.
`;

/**
 * Writes the document of all tables.
 * @param uses which use-cases make the rows of the model
 * @throws Error for a table of the product without a sentence
 */
export function writeStatesDocument(uses: RowUses): string {
  const nameless = allTables.find(({ name }) => sentences[name] === undefined);
  if (nameless) throw new Error(`The table of a ${nameless.name} needs a sentence in docs/states.md`);
  const inOrder = Object.entries(sentences).flatMap(([name, sentence]) =>
    allTables.filter((table) => table.name === name).map((table) => writeSection(table, sentence, uses)),
  );
  return [intro, ...inOrder].join("\n");
}

function writeSection(table: StateTable<string>, sentence: string, uses: RowUses): string {
  const isModelled = modelTables.some(({ name }) => name === table.name);
  const makers = isModelled ? writeMakers(table, uses) : "The model of the state search has no such record.\n";
  return [`## ${toTitle(table.name)}\n`, `${sentence}\n`, writeDiagram(table), makers].join("\n");
}

const toTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Writes the diagram of a table in Mermaid. */
export function writeDiagram(table: StateTable<string>): string {
  const lines = [
    "stateDiagram-v2",
    `  [*] --> ${table.initial}`,
    ...table.moves.map((move) => `  ${move.from} --> ${move.to}: ${writeLabel(move)}`),
    ...finalStates(table).map((state) => `  ${state} --> [*]`),
  ];
  return `\`\`\`mermaid\n${lines.join("\n")}\n\`\`\`\n`;
}

/** A semicolon or a colon would end the label. */
const writeLabel = ({ when, event }: Move<string>): string =>
  `${when}${event ? ` (${event})` : ""}`.replaceAll(";", ",").replaceAll(":", ",");

function writeMakers({ name, moves }: StateTable<string>, uses: RowUses): string {
  const lines = moves.map(({ from, to }) => {
    const number = rows.findIndex((row) => row.table === name && row.from === from && row.to === to);
    const makers = (uses.get(number) ?? []).map((maker) => `\`${maker}\``);
    return `| \`${from}\` → \`${to}\` | ${makers.join(", ")} |`;
  });
  return ["| Move | Made by |", "|---|---|", ...lines, ""].join("\n");
}
