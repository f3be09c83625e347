import { expect, test } from "vitest";
import type { MoneyBack } from "@/server/domain/links/link-page";
import { paid, readText, render } from "@/server/testing/doors/link-pages";

const whole = 128_176n;
const back = (kind: MoneyBack["kind"], amountKurus = whole) => paid({ moneyBack: { kind, amountKurus } });
const received = /Ödemeniz alındı|Your payment was received|Ödeme tamamlandı|The payment is complete/;

test.each([
  ["voided", whole, "Ödemeniz iptal edildi 1.281,76 TL", "Your payment was voided TRY 1,281.76"],
  ["refunded", whole, "Ödemeniz iade edildi 1.281,76 TL", "Your payment was refunded TRY 1,281.76"],
  [
    "partly_refunded",
    5_000n,
    "Ödemenizin bir kısmı iade edildi 50,00 TL",
    "Part of your payment was refunded TRY 50.00",
  ],
] as const)(
  "%s: shows the returned amount first, and not that the payment was received",
  async (kind, amount, turkish, english) => {
    const inTurkish = await render(back(kind, amount));
    expect(readText(inTurkish)).toContain(turkish);
    const inEnglish = await render(back(kind, amount), { language: "en" });
    expect(readText(inEnglish)).toContain(english);
    for (const html of [inTurkish, inEnglish]) expect(html).not.toMatch(received);
  },
);

test("shows the paid, the returned and the remaining amount, which add up", async () => {
  expect(readText(await render(back("partly_refunded", 5_000n)))).toContain(
    "Ödenen 1.281,76 TL Geri verilen 50,00 TL Net ödenen 1.231,76 TL",
  );
  expect(readText(await render(back("voided"), { language: "en" }))).toContain(
    "Paid TRY 1,281.76 Returned TRY 1,281.76 Net paid TRY 0.00",
  );
});

test("still shows the facts of the payment: the page remains a receipt", async () => {
  const text = readText(await render(back("refunded")));
  for (const fact of ["pay_01M80JYX79FMCHMQT4B94NHKN3", "•••• 0008", "3 taksit", "Toplam 1.281,76 TL"]) {
    expect(text).toContain(fact);
  }
});

test("explains that a credit may arrive in installments only for an installment payment, and not for a void", async () => {
  const warning = "taksit taksit";
  expect(readText(await render(back("partly_refunded", 5_000n)))).toContain(warning);
  expect(readText(await render(back("voided")))).not.toContain(warning);
  const single = paid({ installment: 1, moneyBack: { kind: "refunded", amountKurus: whole } });
  expect(readText(await render(single))).not.toContain(warning);
});

test("does not mention a refund when nothing was returned", async () => {
  const text = readText(await render(paid()));
  expect(text).toMatch(received);
  expect(text).not.toMatch(/Geri verilen|Net ödenen|iade/);
});
