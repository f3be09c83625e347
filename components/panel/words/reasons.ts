import type { Language } from "@/server/domain/errors";
import type { Obstacle, RefundFailure } from "@/server/domain/refunds/refund-policy";

type Sentence = Readonly<Record<Language, string>>;

const payment: Readonly<Record<string, Sentence>> = {
  three_ds_failed: {
    tr: "3D Secure doğrulaması tamamlanmadı. Karttan ödeme alınmadı.",
    en: "3-D Secure was not completed. Nothing was taken from the card.",
  },
  capture_declined: {
    tr: "Banka tahsilatı reddetti. Karttan ödeme alınmadı.",
    en: "The bank declined the capture. Nothing was taken from the card.",
  },
  card_attempt_limit_exceeded: {
    tr: "İzin verilen kart denemesi sayısı doldu. Yeni bir ödeme oluşturun.",
    en: "The allowed number of cards was tried. Create a new payment.",
  },
  abandoned: {
    tr: "Ödeme yarım kaldı. Karttan ödeme alınmadı.",
    en: "The payment was left half-way. Nothing was taken from the card.",
  },
  superseded: {
    tr: "Alıcı başka bir taksit seçti; linkin yeni bir ödemesi oluşturuldu.",
    en: "The buyer chose another installment count; the link got a new payment.",
  },
  link_cancelled: {
    tr: "Ödeme linki iptal edildi. Karttan ödeme alınmadı.",
    en: "The payment link was cancelled. Nothing was taken from the card.",
  },
  link_expired: {
    tr: "Ödeme linkinin süresi doldu. Karttan ödeme alınmadı.",
    en: "The payment link expired. Nothing was taken from the card.",
  },
};

const refund: Readonly<Record<RefundFailure, Sentence>> = {
  declined_by_bank: { tr: "Banka iadeyi reddetti.", en: "The bank declined the refund." },
  day_closed: {
    tr: "Banka günü kapatmıştı; iptal yerine iade deneyin.",
    en: "The bank had closed the day; try a refund instead of a void.",
  },
  day_not_closed: {
    tr: "Banka bu ödemenin iadesini gün sonundan önce kabul etmiyor.",
    en: "The bank takes no refund of this payment before its day-end.",
  },
  nothing_to_void: {
    tr: "Bankada iptal edilecek bir işlem bulunmadı.",
    en: "The bank has nothing to void.",
  },
  exceeds_remaining_at_bank: {
    tr: "Bankada iade edilebilecek tutar daha az.",
    en: "The bank has less left to refund.",
  },
  not_processed: {
    tr: "Banka bu iadeyi işlememiş. Para karta gönderilmedi.",
    en: "The bank has not processed this refund. No money was sent to the card.",
  },
};

/** Why a bank declined a card, in words for the merchant. */
const decline: Readonly<Record<string, Sentence>> = {
  insufficient_funds: { tr: "bakiye ya da limit yetersiz", en: "insufficient funds" },
  lost_or_stolen_card: { tr: "kart kayıp ya da çalıntı", en: "lost or stolen card" },
  do_not_honour: { tr: "kartın bankası neden bildirmedi", en: "the card's bank gave no reason" },
  expired_card: { tr: "kartın süresi dolmuş", en: "the card has expired" },
  invalid_card: { tr: "kart numarası geçersiz", en: "invalid card number" },
  invalid_security_code: { tr: "güvenlik kodu hatalı", en: "wrong security code" },
  not_permitted_online: { tr: "kart internet alışverişine kapalı", en: "closed to online payments" },
  limit_exceeded: { tr: "kartın limiti aşıldı", en: "the card's limit was exceeded" },
  suspected_fraud: { tr: "sahtecilik şüphesi", en: "suspected fraud" },
  issuer_unavailable: { tr: "kartın bankasına ulaşılamadı", en: "the card's bank could not be reached" },
  installment_not_allowed: { tr: "kart bu taksit sayısına uygun değil", en: "installments not allowed" },
  bank_error: { tr: "bankada bir sorun oluştu", en: "a problem at the bank" },
  not_found: { tr: "bankada işlem bulunmadı", en: "the bank has no record of it" },
  settled_by_hand: {
    tr: "ekibimiz bankadaki kayda bakarak kapattı",
    en: "closed by our team after looking at the bank",
  },
  voided_at_bank: { tr: "banka işlemi iptal etti", en: "the bank voided it" },
};

const unknownDecline: Sentence = { tr: "banka işlemi kabul etmedi", en: "the bank did not accept it" };

const obstacle: Readonly<Record<Obstacle, Sentence>> = {
  refund_pending: {
    tr: "Sonucu beklenen bir iade var.",
    en: "A refund is pending.",
  },
  under_review: {
    tr: "Banka kayıtlarıyla karşılaştırılıyor; inceleme bitince yeniden deneyin.",
    en: "It is being compared with the bank's records; try again once that is done.",
  },
  fully_refunded: { tr: "Tutarın tamamı iade edildi.", en: "The whole amount was refunded." },
  direct_collection: {
    tr: "Bu terminalin parası doğrudan hesabınıza geçer; yalnızca aynı gün tam iptal yapılabilir.",
    en: "This terminal's money goes straight to your account; only a full void on the same day is possible.",
  },
  partly_refunded: {
    tr: "Bir kısmı iade edildiği için iptal edilemez.",
    en: "It cannot be voided, since a part was refunded.",
  },
  day_closed: { tr: "Gün kapandığı için iptal edilemez.", en: "The day is closed, so it cannot be voided." },
};

/** Returns why a payment failed. Returns null for a code that has no sentence. */
export const paymentFailureWords = (code: string, language: Language): string | null =>
  payment[code]?.[language] ?? null;

/** Returns why a refund was declined. */
export const refundFailureWords = (code: RefundFailure, language: Language): string => refund[code][language];

/** Returns why a bank declined a card, as a part of a sentence. */
export const declineWords = (reason: string, language: Language): string =>
  (decline[reason] ?? unknownDecline)[language];

/** Returns why a refund method is not available. */
export const obstacleWords = (reason: Obstacle, language: Language): string => obstacle[reason][language];
