import { describe, expect, test } from "vitest";
import { translatorFor } from "@/messages/translate";
import type { Language } from "@/server/domain/errors";
import { describeEvent } from "./describe-event";
import type { PaymentEvent } from "./payment-types";

const at = new Date("2026-11-20T09:00:00.000Z");
const card = { number: 2, maskedPan: "552879******0008", brand: null };
const noAnswer = { bankCode: null, bankMessage: null };
const refund = { refundId: "rf_1", method: "credit", amountKurus: 125_050n } as const;
const attempt = { deliveryId: "whd_1", type: "payment.captured", number: 1, errorClass: null, byHand: false };

const describeIn = (language: Language, event: PaymentEvent) =>
  describeEvent(event, {
    t: translatorFor(language, "shared.timeline"),
    reasons: translatorFor(language, "shared.reasons"),
    language,
  });

const cases: [PaymentEvent, string, string][] = [
  [{ at, kind: "created", source: "panel" }, "Ödeme panelde oluşturuldu", "Payment created in the panel"],
  [
    { at, kind: "ended", status: "failed", failureCode: "three_ds_failed" },
    "Ödeme başarısız oldu · 3D Secure doğrulaması tamamlanmadı. Karttan ödeme alınmadı.",
    "Payment failed · 3-D Secure was not completed. Nothing was taken from the card.",
  ],
  [
    { at, kind: "card_ended", status: "declined", declineReason: "insufficient_funds", ...noAnswer, ...card },
    "Banka tahsilatı reddetti · 2. kart · 552879******0008 · bakiye ya da limit yetersiz",
    "The bank declined the capture · Card 2 · 552879******0008 · insufficient funds",
  ],
  [
    {
      at,
      kind: "card_ended",
      status: "declined",
      declineReason: "a_reason_of_tomorrow",
      ...noAnswer,
      ...card,
      number: 1,
    },
    "Banka tahsilatı reddetti · banka işlemi kabul etmedi",
    "The bank declined the capture · the bank did not accept it",
  ],
  [
    { at, kind: "card_ended", status: "declined", declineReason: "not_found", ...noAnswer, ...card, number: 1 },
    "Tahsilat sonuçsuz kapandı · bankada işlem bulunmadı",
    "The capture ended without a result · the bank has no record of it",
  ],
  [
    { at, kind: "card_ended", status: "interrupted", declineReason: null, ...noAnswer, ...card, number: 1 },
    "Bizden kaynaklanan bir kesinti nedeniyle banka sayfası açılmadı; karttan ödeme alınmadı",
    "An interruption on our side kept the bank's page from opening; nothing was taken from the card",
  ],
  [
    { at, kind: "card_refused", declineReason: "card_not_accepted", bank: "Example Bank", ...card, number: 1 },
    "Kart reddedildi: bu terminal bu tür kartları kabul etmiyor · 1. kart · 552879******0008 · Example Bank",
    "Card refused: this terminal does not take this kind of card · Card 1 · 552879******0008 · Example Bank",
  ],
  [
    {
      at,
      kind: "card_ended",
      status: "rejected",
      declineReason: "lost_or_stolen_card",
      bankCode: "0041",
      bankMessage: "RED-KARTA EL KOY",
      ...card,
      number: 1,
    },
    "Banka kartı 3D Secure öncesinde reddetti · kart kayıp ya da çalıntı · Bankanın yanıtı: 0041 · RED-KARTA EL KOY",
    "The bank refused the card before 3-D Secure · lost or stolen card · The bank's answer: 0041 · RED-KARTA EL KOY",
  ],
  [
    { at, kind: "capture_unknown", nextInquiryAt: at, inquiries: 1, ...card },
    "Banka yanıt vermedi: sonuç bilinmiyor, bankaya soruluyor · Sonraki sorgu: 20 Kas 2026 12:00:00",
    "The bank did not answer: the outcome is unknown, the bank is being asked · Next inquiry: 20 Nov 2026, 12:00:00",
  ],
  [
    { at, kind: "refund_ended", status: "declined", failureCode: "day_not_closed", ...refund },
    "1.250,50 TL tutarındaki iade yapılamadı · Banka bu ödemenin iadesini gün sonundan önce kabul etmiyor.",
    "The refund of TRY 1,250.50 was not possible · The bank takes no refund of this payment before its day-end.",
  ],
  [
    { at, kind: "money_return_started", method: "void", amountKurus: 125_050n },
    "Bankanın 1.250,50 TL tahsil etmiş olduğu görüldü: iptal bankaya gönderildi",
    "The bank turned out to have taken TRY 1,250.50: void sent to the bank",
  ],
  [
    { at, kind: "money_return_unknown", method: "credit", amountKurus: 125_050n, nextInquiryAt: at },
    "Banka yanıt vermedi: paranın karta dönüp dönmediği bankaya soruluyor · Sonraki sorgu: 20 Kas 2026 12:00:00",
    "The bank did not answer: it is being asked whether the money went back to the card · Next inquiry: 20 Nov 2026, 12:00:00",
  ],
  [
    { at, kind: "money_return_ended", method: "credit", status: "approved", amountKurus: 125_050n },
    "Banka 1.250,50 TL tutarını alıcının kartına iade etti",
    "The bank refunded TRY 1,250.50 to the buyer's card",
  ],
  [
    { at, kind: "corrected", correctionId: "cor_1", backKurus: 125_050n },
    "Düzeltme: banka 1.250,50 TL daha geri vermişti, kayıtlara işlendi",
    "Correction: the bank had given TRY 1,250.50 more back; it is in the books now",
  ],
  [
    { at, kind: "corrected", correctionId: "cor_1", backKurus: -125_050n },
    "Düzeltme: 1.250,50 TL geri verilmemişti, kayıtlardan çıkarıldı",
    "Correction: TRY 1,250.50 had not been given back; it is out of the books now",
  ],
  [
    { at, kind: "corrected", correctionId: "cor_1", backKurus: null },
    "Banka kayıtlarıyla karşılaştırıldı: kayıtlar doğru",
    "Compared with the bank's records: the books are right",
  ],
  [
    { at, kind: "delivery_attempted", statusCode: 503, ...attempt },
    "payment.captured bildirimi ulaşmadı · Yanıt: HTTP 503 · 1. deneme",
    "payment.captured not delivered · Answer: HTTP 503 · attempt 1",
  ],
];

describe("describes every kind of event in both languages", () => {
  test.each(cases)("%#", (event, tr, en) => {
    for (const [language, expected] of [
      ["tr", tr],
      ["en", en],
    ] as const) {
      const { text, notes } = describeIn(language, event);
      expect([text, ...notes].join(" · ")).toBe(expected);
    }
  });
});

test("only a 2xx answer counts as delivered", () => {
  const findTone = (statusCode: number | null) =>
    describeIn("tr", { at, kind: "delivery_attempted", statusCode, ...attempt }).tone;
  expect([199, 200, 299, 300, 404, null].map(findTone)).toEqual(["bad", "good", "good", "bad", "bad", "bad"]);
});
