import { expect, test } from "@playwright/test";
import { changePartner, now, passInRealTime, setClock } from "../support/controls";
import { expectError } from "../support/envelope";
import { payLink, submitCard } from "../support/link-buyer";
import { type Link, Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, other);
const findExpiry = (link: Link, ms = 0): Date => new Date(Date.parse(link.expiresAt) + ms);
const readStatuses = async (...links: Link[]) =>
  Promise.all(links.map(async ({ id }) => (await merchant.link(id)).status));
/** Returns those of these links that a list of this status contains. */
const listedAs = async (status: string, ...links: Link[]) => {
  const { items } = await merchant.links(`?status=${status}&size=200`);
  return links.map(({ id }) => items.some((item) => item.id === id));
};

test("200 payable in the last minute, expired when its instant has passed, for the first query or list", async () => {
  const asked = await merchant.createdLink();
  const listed = await merchant.createdLink();
  const cancelled = await merchant.createdLink();
  await setClock(findExpiry(asked, -60_000));
  expect(await readStatuses(asked, listed, cancelled)).toEqual(["pending", "pending", "pending"]);
  await passInRealTime(findExpiry(asked));
  await expect.poll(async () => (await now()) >= findExpiry(cancelled), { intervals: [20] }).toBe(true);
  expect(await listedAs("expired", listed)).toEqual([true]);
  expect(await listedAs("pending", asked, listed, cancelled)).toEqual([false, false, false]);
  expectError(await merchant.cancelLink(cancelled.id), 409, "payment_link_expired");
  const record = await merchant.link(asked.id);
  expect(record).toMatchObject({ status: "expired", firstOpenedAt: null, expiresAt: asked.expiresAt });
  expectError(await merchant.cancelLink(asked.id), 409, "payment_link_expired");
  expect(await merchant.link(asked.id)).toEqual(record);
});

test("200 expired while the feature is off and during a hold; cancelled links stay cancelled", async () => {
  const [one, two, gone] = [await merchant.createdLink(), await merchant.createdLink(), await merchant.createdLink()];
  await merchant.cancelLink(gone.id);
  try {
    await changePartner(other.partnerId, { paymentLinksEnabled: false });
    const { fired } = await setClock(findExpiry(one));
    expect(fired.linksExpired).toBeGreaterThanOrEqual(1);
    await changePartner(other.partnerId, { paymentLinksEnabled: true, acceptanceHeld: true });
    await setClock(findExpiry(gone, 1000));
  } finally {
    await changePartner(other.partnerId, { paymentLinksEnabled: true, acceptanceHeld: false });
  }
  expect(await readStatuses(one, two, gone)).toEqual(["expired", "expired", "cancelled"]);
});

test("200 completed for a paid link after its expiry time, and 409 payment_link_already_paid", async () => {
  const link = await merchant.createdLink();
  await payLink(link);
  expectError(await merchant.cancelLink(link.id), 409, "payment_link_already_paid");
  await setClock(findExpiry(link, 60_000));
  expect(await readStatuses(link)).toEqual(["completed"]);
  expectError(await merchant.cancelLink(link.id), 409, "payment_link_already_paid");
  expect(await listedAs("completed", link)).toEqual([true]);
});

test("409 for the order code of a link's payment while the payment is open; 201 after its end", async () => {
  const link = await merchant.createdLink();
  expect((await submitCard(link)).status).toBe(200);
  const partnerTxCode = `PL-${link.partnerReference}-1`;
  const request = { partnerTxCode, amount: link.amount };
  expectError(await merchant.create(request), 409, "duplicate_partner_tx_code");
  expect((await merchant.find(partnerTxCode)).json()).toMatchObject({
    status: "initiated",
    paymentLinkId: link.id,
  });
  expect(await readStatuses(link)).toEqual(["initiated"]);
  const { expiresAt } = (await merchant.find(partnerTxCode)).json();
  await setClock(new Date(Date.parse(expiresAt)));
  expect(await readStatuses(link), "payable again").toEqual(["failed"]);
  expect(await listedAs("failed", link)).toEqual([true]);
  expect((await merchant.create(request)).status).toBe(201);
});
