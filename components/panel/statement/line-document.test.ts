import { expect, test } from "vitest";
import { statementKinds } from "@/server/domain/statements/statement";
import { toDocumentHref } from "./line-document";

const line = { id: "txn_1", payoutId: "pob_1", netKurus: 40_000n };

test("a payout leads to its notice, in the language of the page", () => {
  expect(toDocumentHref({ ...line, kind: "payout_paid" }, "tr")).toBe("/panel/export/payout.pdf?payout=pob_1&lang=tr");
});

test.each(statementKinds.filter((kind) => kind !== "payout_paid"))(
  "a %s leads to its own receipt, also where a payout has collected it",
  (kind) => {
    expect(toDocumentHref({ ...line, kind }, "en")).toBe("/panel/export/receipt.pdf?transaction=txn_1&lang=en");
  },
);
