import { expect, test } from "vitest";
import type { LinkPage } from "@/server/domain/links/link-page";
import { comparePage, type ReceivedPage } from "@/server/domain/pages/compare-page";
import { type PageKind, toReleasedPages } from "@/server/domain/pages/inventory";
import type { BuyerPage } from "@/server/domain/payments/buyer-page";
import {
  inProgress,
  later,
  paid,
  render as renderLink,
  summary,
  toBank,
  token,
} from "@/server/testing/doors/link-pages";
import { readElements } from "@/server/usecases/pages/shared/read-page";
import { pageScripts } from "./page-assets";
import { pageRelease } from "./page-release";
import { renderBuyerDocument } from "./render";

const { inventory, digest } = toReleasedPages(pageRelease);
const nonce = "bm9uY2Ugb2YgdGhpcyB0ZXN0";
const address = "https://pay.example.com/here";
const entry = { offer: null, chosenCount: null, fields: {}, trouble: null } as const;
const offer = { bin8: "43550800", brand: null, family: null, bank: null, isClosed: false, options: [] };
const payment = {
  merchantName: "Vezne",
  amountKurus: 100n,
  installment: 1,
  expiresAt: later(30),
  backUrl: "https://shop.example/done",
};
const form = { action: "https://bank.example/gate", fields: [["oid", "1"]] as const };
const option = { installmentCount: 1, shareKurus: 0n, totalKurus: 125_050n, isPayable: true };

const handoffPages: Partial<Record<PageKind, BuyerPage>> = {
  handoff_card: { kind: "card", payment, paymentRef: token },
  handoff_ended: { kind: "trouble", payment, paymentRef: token, trouble: { name: "payment_ref_expired" } },
  handoff_error: { kind: "trouble", payment: null, trouble: { name: "method_not_allowed" } },
  handoff_bank: { kind: "bank", payment, form },
};
const linkPages: Partial<Record<PageKind, LinkPage>> = {
  link_open: { kind: "open", summary, entry },
  link_card: { kind: "open", summary, entry: { ...entry, offer: { ...offer, options: [option] } } },
  link_ended: { kind: "expired", summary },
  link_unknown: { kind: "unknown" },
  link_error: { kind: "trouble", summary: null, trouble: { name: "method_not_allowed" } },
  link_waiting: inProgress({ startedAt: later(-5), canGiveUpFrom: later(-3) }),
  link_paid: paid(),
  link_bank: toBank,
};

const renderPage = async (kind: PageKind): Promise<string> => {
  const page = handoffPages[kind];
  if (page) return renderBuyerDocument({ page, language: "tr", traceId: "0".repeat(32), nonce });
  return renderLink(linkPages[kind] as LinkPage, { nonce });
};

const values = {
  "{link}": token,
  "{bank-address}": form.action,
  "{shop-address}": payment.backUrl,
};

test.each(inventory.pages)("the inventory says all that is on the page $kind", async (page) => {
  const received: ReceivedPage = {
    status: page.request?.status ?? 200,
    headers: Object.entries(page.headers).map(([name, value]) => [name, value.replaceAll("{nonce}", nonce)]),
    elements: readElements(await renderPage(page.kind)),
  };
  expect(comparePage(page, received, { address, values })).toEqual([]);
});

test("lists every script with a reason, and a style sheet for each page", () => {
  expect(inventory.scripts.map(({ src }) => src)).toEqual(pageScripts.map(({ src }) => src));
  for (const { why } of inventory.scripts) expect(why).toMatch(/^[A-Z].{60,}\.$/);
  for (const { styles } of inventory.pages) expect(styles).toHaveLength(1);
});

test("another byte of a style sheet is another digest, and equal sources have the same", () => {
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(toReleasedPages({ ...pageRelease }).digest).toBe(digest);
  const styles = { ...pageRelease.styles, link: `${pageRelease.styles.link} ` };
  expect(toReleasedPages({ ...pageRelease, styles }).digest).not.toBe(digest);
});
