import { expect, test } from "../support/browser";
import { handOver, payOverHttp } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { expectError } from "../support/envelope";

// `decline` on the payment record (D-63): who refused, why, and what helps, for the sandbox's cards.
const json = { headers: { Accept: "application/json" } };

for (const [outcome, decline] of [
  ["declined_insufficient_funds", { reason: "insufficient_funds", by: "buyer", advice: "other_card" }],
  ["declined_lost_card", { reason: "lost_or_stolen", by: "issuer", advice: "other_card" }],
  ["declined_do_not_honour", { reason: "do_not_honour", by: "issuer", advice: "call_bank" }],
] as const) {
  test(`200 with ${decline.reason} and the bank's own code and text for the card ${outcome}`, async ({ merchant }) => {
    const created = await merchant.created();
    const card = cardWith({ outcome });
    await payOverHttp(created, card);
    const answer = await merchant.get(`/v1/payments/${created.paymentCode}`);
    const bankWords = {
      bankCode: expect.stringMatching(/^ISO8583-\d{2}$/),
      bankMessage: expect.stringMatching(/\p{L}{3}/u),
    };
    expect(answer.json()).toMatchObject({
      status: "failed",
      failureCode: "capture_declined",
      decline: { ...decline, ...bankWords },
    });
    expect(Object.keys(answer.json().decline)).toEqual(["reason", "by", "advice", "bankCode", "bankMessage"]);
    expect(answer.text).not.toContain(card.pan);
  });
}

test("200 with three_ds_failed after a failed 3-D Secure", async ({ merchant }) => {
  const created = await merchant.created();
  await payOverHttp(created, cardWith({ outcome: "three_ds_failed" }));
  expect(await merchant.payment(created.paymentCode)).toMatchObject({
    failureCode: "three_ds_failed",
    decline: { reason: "three_ds_failed", by: "buyer", advice: "retry_same_card" },
  });
});

test("200 with card_not_accepted for a card that the terminal refuses, and null once another card paid", async ({
  merchant,
}) => {
  const created = await merchant.created({ terminalId: merchant.terminal("domesticOnly") });
  expect(await merchant.payment(created.paymentCode)).toMatchObject({ decline: null });
  const refused = await handOver(created.paymentRef, cardWith({ family: "foreign" }), json);
  expectError(refused, 422, "virtual_pos_card_type_not_supported");
  expect(await merchant.payment(created.paymentCode)).toMatchObject({
    status: "initiated",
    failureCode: null,
    decline: {
      reason: "card_not_accepted",
      by: "merchant",
      advice: "other_card",
      bankCode: null,
      bankMessage: null,
    },
  });
  await payOverHttp(created, approvedCard);
  expect(await merchant.payment(created.paymentCode)).toMatchObject({ status: "captured", decline: null });
});
