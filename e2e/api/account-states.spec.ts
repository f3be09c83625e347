import { expect, test } from "@playwright/test";
import { handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { changePartner } from "../support/controls";
import { expectError } from "../support/envelope";
import { type Link, Merchant } from "../support/merchant";
import { amountLimited, closed, demo, held, linksDisabled, sandbox, suspended } from "../support/product";
import { newRefundCode, Refunder } from "../support/refund-steps";

// These tests briefly activate the suspended and the held account, which no other test uses.
test.describe.configure({ mode: "serial" });

const createMerchant = (partner: typeof demo) => new Merchant(sandbox.apiUrl, partner);
const readStatus = async (partner: typeof demo) =>
  (await createMerchant(partner).get("/v1/payment-acceptance-status")).json();

const open = {
  status: "open",
  reasonCode: null,
  message: null,
  heldSince: null,
  canCreatePayments: true,
  canCreatePaymentLinks: true,
};

test("403 for every call of a closed account, also queries", async () => {
  const merchant = createMerchant(closed);
  expectError(await merchant.create(), 403, "partner_not_active");
  expectError(await merchant.post("{"), 403, "partner_not_active");
  for (const target of ["/v1/payments/x", "/v1/payments?partnerTxCode=x", "/v1/payment-acceptance-status"]) {
    expectError(await merchant.get(target), 403, "partner_not_active");
  }
});

test("403 for installment look-ups of a closed account; 200 for a suspended and a held one", async () => {
  expectError(await createMerchant(closed).installmentOptions("43550800"), 403, "partner_not_active");
  expectError(await createMerchant(closed).installmentOverview(), 403, "partner_not_active");
  for (const partner of [suspended, held]) {
    const merchant = createMerchant(partner);
    expect((await merchant.installmentOptions("43550800")).json().options).toHaveLength(6);
    expect((await merchant.installmentOverview()).status).toBe(200);
    expectError(await merchant.installmentOptions("435508"), 400, "validation_error");
  }
});

test("403 when a suspended account creates; its queries succeed", async () => {
  const merchant = createMerchant(suspended);
  await changePartner(suspended.partnerId, { status: "active" });
  const request = merchant.request();
  const payment = (await merchant.post(request)).json();
  await changePartner(suspended.partnerId, { status: "suspended" });
  expectError(await merchant.post(request), 403, "partner_not_active");
  expectError(await merchant.create(), 403, "partner_not_active");
  expectError(await merchant.post("{"), 403, "partner_not_active");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "initiated" });
  expect((await merchant.find(String(request.partnerTxCode))).status).toBe(200);
  expect(await readStatus(suspended)).toEqual({
    ...open,
    canCreatePayments: false,
    canCreatePaymentLinks: false,
  });
  await payOverHttp(payment);
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "captured" });
});

test("403 when an account on hold creates; the order code stays free, and started payments can be completed", async () => {
  const merchant = createMerchant(held);
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

test("403 for replays during a hold, but not after the amount range was narrowed", async () => {
  const merchant = createMerchant(held);
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
  const merchant = createMerchant(suspended);
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
  expect(finished.headers.location, "a payment that was at the bank is completed").toContain("result=success");
});

test("403 partner_not_active when the account is suspended and on hold", async () => {
  await changePartner(held.partnerId, { status: "suspended" });
  expectError(await createMerchant(held).create(), 403, "partner_not_active");
  await changePartner(held.partnerId, { status: "active" });
});

test.describe("payment links", () => {
  /** Creates links while the account has the `open` settings, then applies the settings `then`. */
  const createLinksThen = async (partner: typeof demo, open: object, then: object) => {
    const merchant = createMerchant(partner);
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

  test("422 with the feature off, with the same message in every language; queries and cancellations succeed", async () => {
    const disabled = createMerchant(linksDisabled);
    for (const headers of [{}, { "Accept-Language": "tr" }]) {
      const message = expectError(await disabled.createLink({}, { headers }), 422, "partner_entitlement_required");
      expect(message).toBe(fixedText);
    }
    const on = { acceptanceHeld: false, paymentLinksEnabled: true };
    const { merchant, made } = await createLinksThen(held, on, { paymentLinksEnabled: false });
    expectError(await merchant.createLink(), 422, "partner_entitlement_required");
    expect((await merchant.create()).status, "payments are not affected").toBe(201);
    await readsAndCancels(merchant, made);
    const next = await createLinksThen(held, on, { acceptanceHeld: true, holdReason: "risk_review" });
    expect(next.made[0].partnerReference, "refused requests used no number").toBe(made[1].partnerReference + 1);
  });

  test("403 on hold, while queries and cancellations succeed; the first of several refusals is returned", async () => {
    const hold = { acceptanceHeld: true, holdReason: "risk_review" };
    const { merchant, made } = await createLinksThen(held, { acceptanceHeld: false }, hold);
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

  test("403 when a suspended account creates a link; it may query and cancel; 403 for every call of a closed one", async () => {
    const { merchant, made } = await createLinksThen(suspended, { status: "active" }, { status: "suspended" });
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

  test("201 for an amount outside the account's own range, with a notice in a header (D-57)", async () => {
    for (const amount of [1, 1_000_000_000]) {
      const { status, headers } = await createMerchant(amountLimited).createLink({ amount });
      expect([status, headers["vezne-notice"]]).toEqual([201, "amount_outside_account_limits"]);
    }
    const { status, headers } = await createMerchant(amountLimited).createLink({ amount: 10_000 });
    expect([status, headers["vezne-notice"]]).toEqual([201, undefined]);
  });
});

test.describe("refunds", () => {
  const refunds = (paymentCode: string) => `/v1/payments/${paymentCode}/refunds`;

  test("201 for an account on hold; 403 for a suspended one, which may query; 403 for every call of a closed one", async () => {
    const { partnerId } = suspended;
    const refunder = new Refunder(createMerchant(suspended));
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
      // The account is checked before the body and the payment.
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
    expect((await refunder.getRefunds(paymentCode)).refund, "refused requests left no refund").toMatchObject({
      refundedAmount: 10_000,
      items: [{ status: "approved" }, { refundId }],
    });
  });
});

test("200 with the reason and the start of the hold in the acceptance status", async () => {
  expect(await readStatus(demo)).toEqual(open);
  expect(await readStatus(linksDisabled)).toEqual({ ...open, canCreatePaymentLinks: false });
  for (const reason of ["risk_review", "missing_documents", "regulatory", "merchant_request", "maintenance"]) {
    await changePartner(held.partnerId, { acceptanceHeld: true, holdReason: reason });
    const status = await readStatus(held);
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
  expect(await readStatus(held)).toEqual(open);
  await changePartner(held.partnerId, { acceptanceHeld: true, holdReason: "risk_review" });
});

test.describe("422 outside the account's own range", () => {
  const merchant = createMerchant(amountLimited);
  for (const amount of [1, 9_999, 50_001, 1_000_000_000]) {
    test(`422 ${amount} kuruş`, async () => {
      const request = merchant.request({ amount });
      const message = expectError(await merchant.post(request), 422, "amount_limit_exceeded");
      expect(message, "the message does not reveal the limit").not.toMatch(/\d/);
      expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
    });
  }
  for (const amount of [10_000, 50_000]) {
    test(`201 ${amount} kuruş`, async () => {
      expect((await merchant.create({ amount })).status).toBe(201);
    });
  }
  test("400 for an amount outside the general range, which is checked first", async () => {
    expectError(await merchant.create({ amount: 1_000_000_001 }), 400, "validation_error");
    expectError(await merchant.create({ amount: 0 }), 400, "validation_error");
  });
});
