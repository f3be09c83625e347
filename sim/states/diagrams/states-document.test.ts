import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paymentTable } from "@/server/domain/states";
import { statesDocument } from "../run";
import { allTables } from "./all-tables";
import { findUsesForDocument } from "./document-search";
import { writeDiagram, writeStatesDocument } from "./states-document";

const document = writeStatesDocument(findUsesForDocument());

test("docs/states.md is what the tables and the search give", () => {
  expect(readFileSync(statesDocument, "utf8"), "npm run sim -- --states --write-diagrams").toBe(document);
});

test("has one diagram for each table, and an arrow for each of its moves", () => {
  expect(document.match(/```mermaid/g)).toHaveLength(allTables.length);
  const arrows = allTables.flatMap(({ moves }) => moves.map(({ from, to }) => `  ${from} --> ${to}: `));
  for (const arrow of arrows) expect(document).toContain(arrow);
});

test("names at least one use-case for each move of the model", () => {
  expect(document).toContain("| `pending` → `launched` | `openLink`");
  expect(document).not.toContain("|  |");
});

test("draws a table with its beginning, its moves with their events, and its ends", () => {
  expect(writeDiagram(paymentTable)).toBe(`\`\`\`mermaid
stateDiagram-v2
  [*] --> initiated
  initiated --> captured: capture approved (payment.captured)
  initiated --> failed: 3-D Secure failed, capture declined, allowance exhausted (payment.failed)
  initiated --> expired: validity ended, nothing taken (payment.expired)
  captured --> [*]
  failed --> [*]
  expired --> [*]
\`\`\`
`);
});
