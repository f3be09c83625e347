import { type Browser, expect, type Page } from "@playwright/test";
import { payOverHttp } from "./buyer";
import { Merchant, newCode } from "./merchant";
import { findUser, type Language, openPanel, type PanelLook } from "./panel";
import { demo, sandbox } from "./product";

const merchant = new Merchant(sandbox.apiUrl, demo);

/** Pays a payment with an amount that no other test uses. */
export async function paid(changes: object = {}) {
  const partnerTxCode = newCode();
  const amount = 100_000 + Math.floor(Math.random() * 800_000);
  const payment = await merchant.created({ partnerTxCode, amount, ...changes });
  await payOverHttp(payment);
  // The bank may take longer than the buyer's request waits; the payment is captured anyway.
  await expect.poll(async () => (await merchant.payment(payment.paymentCode)).status).toBe("captured");
  return { ...payment, partnerTxCode, amount };
}

/** Formats an amount as the panel does. */
export const shown = (kurus: number, language: Language = "en"): string => {
  const text = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-US", {
    minimumFractionDigits: 2,
  }).format(kurus / 100);
  return language === "tr" ? `${text} TL` : `TRY ${text}`;
};

/** Opens a payment's page as a user of the demo shop. */
export const openDetail = (
  browser: Browser,
  paymentCode: string,
  { language, width }: PanelLook = {},
  role = "owner",
): Promise<Page> => openPanel(browser, findUser(role), { language, width, path: `/panel/payments/${paymentCode}` });
