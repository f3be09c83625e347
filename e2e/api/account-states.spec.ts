import { expect, test } from "@playwright/test";
import { handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { changePartner } from "../support/controls";
import { expectError } from "../support/envelope";
import { type Link, Merchant } from "../support/merchant";
import { amountLimited, closed, demo, held, linksDisabled, sandbox, suspended } from "../support/product";
import { newRefundCode, Refunder } from "../support/refund-steps";

// The suspended and the held account are opened for a moment here; nothing else uses them.
test.describe.configure({ mode: "serial" });

const merchantOf = (partner: typeof demo) => new Merchant(sandbox.apiUrl, partner);
const statusOf = async (partner: typeof demo) =>
  (await merchantOf(partner).get("/v1/payment-acceptance-status")).json();

const open = {
  status: "open",
  reasonCode: null,
  message: null,
  heldSince: null,
  canCreatePayments: true,
  canCreatePaymentLinks: true,
};

test("403 a closed account may do nothing, not even ask", async () => {
  const merchant = merchantOf(closed);
  expectError(await merchant.create(), 403, "partner_not_active");
  expectError(await merchant.post("{"), 403, "partner_not_active");
  for (const target of ["/v1/payments/x", "/v1/payments?partnerTxCode=x", "/v1/payment-acceptance-status"]) {
    expectError(await merchant.get(target), 403, "partner_not_active");
  }
});

test("403 a closed account may not ask what a card can do; a suspended and a held one may", async () => {
  expectError(await merchantOf(closed).installmentOptions("43550800"), 403, "partner_not_active");
  expectError(await merchantOf(closed).installmentOverview(), 403, "partner_not_active");
  for (const partner of [suspended, held]) {
    const merchant = merchantOf(partner);
    expect((await merchant.installmentOptions("43550800")).json().options).toHaveLength(6);
    expect((await merchant.installmentOverview()).status).toBe(200);
    expectError(await merchant.installmentOptions("435508"), 400, "validation_error");
  }
});

test("403 a suspended account creates nothing but still asks", async () => {
  const merchant = merchantOf(suspended);
  await changePartner(suspended.partnerId, { status: "active" });
  const request = merchant.request();
  const payment = (await merchant.post(request)).json();
  await changePartner(suspended.partnerId, { status: "suspended" });
  expectError(await merchant.post(request), 403, "partner_not_active");
  expectError(await merchant.create(), 403, "partner_not_active");
  expectError(await merchant.post("{"), 403, "partner_not_active");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "initiated" });
  expect((await merchant.find(String(request.partnerTxCode))).status).toBe(200);
  expect(await statusOf(suspended)).toEqual({
    ...open,
    canCreatePayments: false,
    canCreatePaymentLinks: false,
  });
  await payOverHttp(payment);
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "captured" });
});

test("403 a held account creates nothing; the code is not used up, and what was begun is finished", async () => {
  const merchant = merchantOf(held);
  await changePartner(held.partnerId, { acceptanceHeld: false });
  const before = await merchant.created();
  await changePartner(held.partnerId, { acceptanceHeld: true, holdReason: "risk_review" });
  const request = merchant.request();
  expectError(await merchant.post(request), 403, "payment_acceptance_held");
  expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
  expectError(await merchant.post({ ...request, amount: 0 }), 400, "validation_error");
  expectError(await merchant.post({ ...request, terminalId: "trm_x" }), 403, "payment_acceptance_held");
  await payOverHttp(before);
  expect(await merchant.payment(before.paymentCode)).toMatchObject({ status: "captured" });
});

test("403 a hold stops replays too; a range that was narrowed since does not", async () => {
  const merchant = merchantOf(held);
  await changePartner(held.partnerId, { acceptanceHeld: false });
  const request = merchant.request();
  const first = (await merchant.post(request)).json();
  await changePartner(held.partnerId, { acceptanceHeld: true, maxAmount: 1 });
  expectError(await merchant.post(request), 403, "payment_acceptance_held");
  await changePartner(held.partnerId, { acceptanceHeld: false });
  expect((await merchant.post(request)).json()).toEqual({ ...first, idempotentReplay: true });
  await changePartner(held.partnerId, { acceptanceHeld: true, holdReason: "risk_review", maxAmount: null });
});

test("200 at the handoff for a held and a suspended account, 403 for a closed one", async () => {
  const merchant = merchantOf(suspended);
  await changePartner(suspended.partnerId, { status: "active" });
  const [one, two, three] = [await merchant.created(), await merchant.created(), await merchant.created()];
  await changePartner(suspended.partnerId, { acceptanceHeld: true });
  const whenHeld = await handOver(one.paymentRef);
  await changePartner(suspended.partnerId, { acceptanceHeld: false, status: "suspended" });
  const whenSuspended = await handOver(two.paymentRef);
  await changePartner(suspended.partnerId, { status: "closed" });
  const whenClosed = await handOver(three.paymentRef);
  const back = await throughTheBank(whenSuspended.text);
  const finished = await postForm(back.action, back.fields);
  await changePartner(suspended.partnerId, { status: "suspended" });
  expect([whenHeld.status, whenSuspended.status, whenClosed.status]).toEqual([200, 200, 403]);
  expect(whenClosed.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(finished.headers.location, "what was at the bank is finished").toContain("result=success");
});

test("403 suspended comes before held", async () => {
  await changePartner(held.partnerId, { status: "suspended" });
  expectError(await merchantOf(held).create(), 403, "partner_not_active");
  await changePartner(held.partnerId, { status: "active" });
});

test.describe("payment links", () => {
  /** Links that were made while the account was as it should be. */
  const linksOf = async (partner: typeof demo, open: object, then: object) => {
    const merchant = merchantOf(partner);
    await changePartner(partner.partnerId, open);
    const made = [await merchant.createdLink(), await merchant.createdLink()] as const;
    await changePartner(partner.partnerId, then);
    return { merchant, made };
  };
  const readsAndCancels = async (merchant: Merchant, [kept, gone]: readonly [Link, Link]) => {
    expect(await merchant.link(kept.id)).toEqual(kept);
    const { items } = await merchant.links(`?createdFrom=${kept.createdAt}&createdTo=${gone.createdAt}`);
    expect(items).toEqual([gone, kept]);
    const cancelled = await merchant.cancelLink(gone.id);
    expect([cancelled.status, cancelled.json().status]).toEqual([200, "cancelled"]);
    expectError(await merchant.cancelLink(gone.id), 409, "payment_link_cancelled");
  };
  const fixedText = "Requested feature is not enabled for this partner";

  test("422 with the feature off, in the same words in every language; queries and cancelling go on", async () => {
    const disabled = merchantOf(linksDisabled);
    for (const headers of [{}, { "Accept-Language": "tr" }]) {
      const message = expectError(await disabled.createLink({}, { headers }), 422, "partner_entitlement_required");
      expect(message).toBe(fixedText);
    }
    const on = { acceptanceHeld: false, paymentLinksEnabled: true };
    const { merchant, made } = await linksOf(held, on, { paymentLinksEnabled: false });
    expectError(await merchant.createLink(), 422, "partner_entitlement_required");
    expect((await merchant.create()).status, "payments are another matter").toBe(201);
    await readsAndCancels(merchant, made);
    const next = await linksOf(held, on, { acceptanceHeld: true, holdReason: "risk_review" });
    expect(next.made[0].partnerReference, "refused ones used none up").toBe(made[1].partnerReference + 1);
  });

  test("403 on hold, queries and cancelling go on; the first of several refusals is said", async () => {
    const hold = { acceptanceHeld: true, holdReason: "risk_review" };
    const { merchant, made } = await linksOf(held, { acceptanceHeld: false }, hold);
    expectError(await merchant.createLink(), 403, "payment_acceptance_held");
    await readsAndCancels(merchant, made);
    const bad = { terminalId: "trm_nobody", allowedInstallmentCounts: [] };
    expectError(await merchant.createLink(bad), 403, "payment_acceptance_held");
    expectError(await merchant.createLink({ ...bad, amount: 0 }), 400, "validation_error");
    const card = { ...bad, payerName: "5528790000000008" };
    expectError(await merchant.createLink(card), 400, "sensitive_data_not_allowed");
    await changePartner(held.partnerId, { paymentLinksEnabled: false });
    expectError(await merchant.createLink(bad), 422, "partner_entitlement_required");
    expectError(await merchant.createLink(card), 400, "sensitive_data_not_allowed");
    await changePartner(held.partnerId, { paymentLinksEnabled: true });
  });

  test("403 a suspended account creates none, but asks and cancels; a closed one does nothing", async () => {
    const { merchant, made } = await linksOf(suspended, { status: "active" }, { status: "suspended" });
    expectError(await merchant.createLink(), 403, "partner_not_active");
    expectError(await merchant.post("{", {}, "/v1/payment-links"), 403, "partner_not_active");
    await readsAndCancels(merchant, made);
    await changePartner(suspended.partnerId, { status: "closed" });
    for (const answer of [
      await merchant.createLink(),
      await merchant.get(`/v1/payment-links/${made[0].id}`),
      await merchant.get("/v1/payment-links?page=-"),
      await merchant.cancelLink(made[0].id),
    ]) {
      expectError(answer, 403, "partner_not_active");
    }
    await changePartner(suspended.partnerId, { status: "suspended" });
    expect(await merchant.link(made[0].id)).toEqual(made[0]);
  });

  test("201 an amount outside the account's own range: that is a payment's", async () => {
    for (const amount of [1, 1_000_000_000]) {
      expect((await merchantOf(amountLimited).createLink({ amount })).status).toBe(201);
    }
  });
});

test.describe("refunds", () => {
  const refunds = (paymentCode: string) => `/v1/payments/${paymentCode}/refunds`;

  test("201 for an account on hold; 403 for a suspended one, which still asks; 403 for everything of a closed one", async () => {
    const { partnerId } = suspended;
    const refunder = new Refunder(merchantOf(suspended));
    const { merchant } = refunder;
    await changePartner(partnerId, { status: "active" });
    const [paymentCode, whole] = [await refunder.captured(), await refunder.captured()];
    const code = newRefundCode();
    await changePartner(partnerId, { acceptanceHeld: true, holdReason: "risk_review" });
    const refundId = await refunder.expect("approved", paymentCode, "credit", 5_000, code);
    await refunder.expect("approved", whole, "automatic");
    const queries = [
      refunds(paymentCode),
      `${refunds(paymentCode)}/${refundId}`,
      `/v1/refunds/${refundId}`,
      `/v1/refunds?partnerRefundCode=${code}`,
    ];
    const seen = await Promise.all(queries.map((target) => merchant.get(target)));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    await changePartner(partnerId, { acceptanceHeld: false, status: "suspended" });
    const ways = ["automatic", "credit", "void"] as const;
    for (const way of ways) {
      // Before the body and the payment are looked at.
      for (const code of [paymentCode, "pay_x"]) expectError(await refunder.ask(code, way), 403, "partner_not_active");
      const target = `${refunds(paymentCode)}${way === "automatic" ? "" : `/${way}`}`;
      expectError(await merchant.post("{", {}, target), 403, "partner_not_active");
    }
    for (const [index, target] of queries.entries()) expect((await merchant.get(target)).text).toBe(seen[index]?.text);

    await changePartner(partnerId, { status: "closed" });
    for (const way of ways) expectError(await refunder.ask(paymentCode, way), 403, "partner_not_active");
    for (const target of queries) expectError(await merchant.get(target), 403, "partner_not_active");

    await changePartner(partnerId, { status: "active" });
    await refunder.expect("approved", paymentCode, "credit", 5_000);
    await changePartner(partnerId, { status: "suspended" });
    expect((await refunder.refundsOf(paymentCode)).refund, "refused ones left nothing").toMatchObject({
      refundedAmount: 10_000,
      items: [{ status: "approved" }, { refundId }],
    });
  });
});

test("200 the acceptance status says why and since when", async () => {
  expect(await statusOf(demo)).toEqual(open);
  expect(await statusOf(linksDisabled)).toEqual({ ...open, canCreatePaymentLinks: false });
  for (const reason of ["risk_review", "missing_documents", "regulatory", "merchant_request", "maintenance"]) {
    await changePartner(held.partnerId, { acceptanceHeld: true, holdReason: reason });
    const status = await statusOf(held);
    expect(Object.keys(status)).toEqual(Object.keys(open));
    expect(status).toMatchObject({
      status: "held",
      reasonCode: reason,
      heldSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      canCreatePayments: false,
      canCreatePaymentLinks: false,
    });
    expect(status.message).toMatch(/\w/);
  }
  await changePartner(held.partnerId, { acceptanceHeld: false });
  expect(await statusOf(held)).toEqual(open);
  await changePartner(held.partnerId, { acceptanceHeld: true, holdReason: "risk_review" });
});

test.describe("422 outside the account's own range", () => {
  const merchant = merchantOf(amountLimited);
  for (const amount of [1, 9_999, 50_001, 1_000_000_000]) {
    test(`422 ${amount} kuruş`, async () => {
      const request = merchant.request({ amount });
      const message = expectError(await merchant.post(request), 422, "amount_limit_exceeded");
      expect(message, "limits are told to nobody").not.toMatch(/\d/);
      expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
    });
  }
  for (const amount of [10_000, 50_000]) {
    test(`201 ${amount} kuruş`, async () => {
      expect((await merchant.create({ amount })).status).toBe(201);
    });
  }
  test("400 the general range comes first", async () => {
    expectError(await merchant.create({ amount: 1_000_000_001 }), 400, "validation_error");
    expectError(await merchant.create({ amount: 0 }), 400, "validation_error");
  });
});
