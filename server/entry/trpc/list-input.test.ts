import { describe, expect, test } from "vitest";
import { partnerList } from "@/server/domain/accounts/partner-list";
import { requestList } from "@/server/domain/accounts/request-list";
import { auditList } from "@/server/domain/audit/audit-list";
import { linkList } from "@/server/domain/links/link-list";
import { type ListDeclaration, readListQuery } from "@/server/domain/lists";
import { paymentList } from "@/server/domain/payments/payment-list";
import { payoutList } from "@/server/domain/payouts/payout-list";
import { refundRequestList } from "@/server/domain/refunds/refund-request-list";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { listInput } from "./list-input";

const readAddress = (list: ListDeclaration, text: string): Record<string, unknown> => {
  const parameters = new URLSearchParams(text);
  return readListQuery(list, (name) => parameters.getAll(name));
};
const readInput = (list: ListDeclaration, input: object): Record<string, unknown> => listInput(list).parse(input);

describe("a search means the same in the input of a procedure and in an address", () => {
  test.each([
    ["traceId", requestList, "traceId", " 4BF92F3577B34DA6A3CE929D0E0E4736 ", "4bf92f3577b34da6a3ce929d0e0e4736"],
    ["text", partnerList, "q", "sk_test_abcdefgh0123456789", "sk_test_abcdefgh"],
    ["search", paymentList, "q", "  order 7 ", "order 7"],
    ["search", paymentList, "q", "   ", null],
  ] as const)("%s is cleaned (%#)", (key, list, name, entered, meant) => {
    expect(readAddress(list, String(new URLSearchParams({ [name]: entered })))[key]).toBe(meant);
    expect(readInput(list, { [key]: entered })[key]).toBe(meant);
  });

  test("a missing one filters nothing", () => {
    expect(readInput(partnerList, {})).toMatchObject({ text: null });
  });

  test("400 for a card number", () => {
    expect(listInput(paymentList).safeParse({ search: "4355 0843 5508 4358" }).success).toBe(false);
  });
});

test.each([
  ["payouts", payoutList, "-created", "created"],
  ["the audit log", auditList, "-at", "at"],
  ["API requests", requestList, "-created", "created"],
  ["deliveries", deliveryList, "-created", "created"],
  ["requests for a refund", refundRequestList, "-created", "created"],
  ["merchants", partnerList, "-created", "created"],
] as const)("%s have the newest first: the procedure refuses another order, the address ignores it", (...row) => {
  const [, list, only, other] = row;
  const input = listInput<ListDeclaration>(list);
  expect(input.safeParse({ sort: other }).success).toBe(false);
  expect(readAddress(list, `sort=${other}`)).toMatchObject({ sort: only });
  expect(readInput(list, { sort: only })).toMatchObject({ sort: only });
  expect(readInput(list, {})).toMatchObject({ sort: only });
});

test.each([
  ["payments", paymentList],
  ["links", linkList],
])("%s have both directions of each order", (_, list) => {
  for (const sort of ["-created", "created", "-amount", "amount"]) {
    expect(readInput(list, { sort })).toMatchObject({ sort });
    expect(readAddress(list, `sort=${sort}`)).toMatchObject({ sort });
  }
});
