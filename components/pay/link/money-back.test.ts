import { expect, test } from "vitest";
import type { MoneyBack } from "@/server/domain/links/link-page";
import { paid, render, textOf } from "@/server/testing/doors/link-pages";

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
  "%s: says first what went back, and not that the payment was received",
  async (kind, amount, turkish, english) => {
    const inTurkish = await render(back(kind, amount));
    expect(textOf(inTurkish)).toContain(turkish);
    const inEnglish = await render(back(kind, amount), { language: "en" });
    expect(textOf(inEnglish)).toContain(english);
    for (const html of [inTurkish, inEnglish]) expect(html).not.toMatch(received);
  },
);

test("adds up: what was paid, what went back, what is left of it", async () => {
  expect(textOf(await render(back("partly_refunded", 5_000n)))).toContain(
    "Ödenen 1.281,76 TL Geri verilen 50,00 TL Net ödenen 1.231,76 TL",
  );
  expect(textOf(await render(back("voided"), { language: "en" }))).toContain(
    "Paid TRY 1,281.76 Given back TRY 1,281.76 Net paid TRY 0.00",
  );
});

test("goes on saying what was paid and how: it stays a receipt", async () => {
  const text = textOf(await render(back("refunded")));
  for (const fact of ["pay_01M80JYX79FMCHMQT4B94NHKN3", "•••• 0008", "3 taksit", "Toplam 1.281,76 TL"]) {
    expect(text).toContain(fact);
  }
});

test("a credit on a payment in installments may come in installments; a void and a single payment do not", async () => {
  const warning = "taksit taksit";
  expect(textOf(await render(back("partly_refunded", 5_000n)))).toContain(warning);
  expect(textOf(await render(back("voided")))).not.toContain(warning);
  const single = paid({ installment: 1, moneyBack: { kind: "refunded", amountKurus: whole } });
  expect(textOf(await render(single))).not.toContain(warning);
});

test("a receipt of which nothing went back says nothing of it", async () => {
  const text = textOf(await render(paid()));
  expect(text).toMatch(received);
  expect(text).not.toMatch(/Geri verilen|Net ödenen|iade/);
});
