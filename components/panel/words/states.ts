import type { Language } from "@/server/domain/errors";
import type { PaymentSource } from "@/server/domain/payments/payment-filters";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type {
  AttemptStatus,
  DeliveryStatus,
  LinkStatus,
  PaymentStatus,
  PayoutItemStatus,
  RefundRequestStatus,
  RefundStatus,
} from "@/server/domain/states";
import type { StateTone } from "../../ui/state";

/** A word in both languages and the tone of its dot. */
export interface StateWord extends Readonly<Record<Language, string>> {
  readonly tone: StateTone;
}

const payment: Record<PaymentStatus, StateWord> = {
  initiated: { tone: "info", tr: "Başlatıldı", en: "Started" },
  captured: { tone: "good", tr: "Tahsil edildi", en: "Captured" },
  failed: { tone: "bad", tr: "Başarısız", en: "Failed" },
  expired: { tone: "quiet", tr: "Süresi doldu", en: "Expired" },
};

const link: Record<LinkStatus, StateWord> = {
  pending: { tone: "info", tr: "Bekliyor", en: "Waiting" },
  launched: { tone: "info", tr: "Açıldı", en: "Opened" },
  initiated: { tone: "info", tr: "Ödeme sürüyor", en: "In progress" },
  completed: { tone: "good", tr: "Ödendi", en: "Paid" },
  expired: { tone: "quiet", tr: "Süresi doldu", en: "Expired" },
  failed: { tone: "bad", tr: "Başarısız", en: "Failed" },
  cancelled: { tone: "quiet", tr: "İptal edildi", en: "Cancelled" },
};

const refund: Record<RefundStatus, StateWord> = {
  pending: { tone: "warn", tr: "Sonuç bekleniyor", en: "Pending" },
  approved: { tone: "good", tr: "Onaylandı", en: "Approved" },
  declined: { tone: "bad", tr: "Reddedildi", en: "Declined" },
};

/** A refund that needs the approval of a second user. */
const refundRequest: Record<RefundRequestStatus, StateWord> = {
  waiting: { tone: "warn", tr: "Onay bekliyor", en: "Waiting for approval" },
  sent: { tone: "good", tr: "Gönderildi", en: "Sent" },
  failed: { tone: "bad", tr: "Gönderilemedi", en: "Could not be sent" },
  rejected: { tone: "bad", tr: "Reddedildi", en: "Rejected" },
  withdrawn: { tone: "quiet", tr: "Geri çekildi", en: "Withdrawn" },
  expired: { tone: "quiet", tr: "Süresi doldu", en: "Expired" },
};

/** How much of a payment was refunded. `none` and `pending` appear only in filters. */
const refunded: Record<"none" | "pending" | "partial" | "full", StateWord> = {
  none: { tone: "quiet", tr: "İade yok", en: "No refund" },
  pending: { tone: "warn", tr: "İade sürüyor", en: "Refund pending" },
  partial: { tone: "warn", tr: "Kısmen iade edildi", en: "Partly refunded" },
  full: { tone: "quiet", tr: "İade edildi", en: "Refunded" },
};

const delivery: Record<DeliveryStatus, StateWord> = {
  pending: { tone: "warn", tr: "Gönderiliyor", en: "On its way" },
  delivered: { tone: "good", tr: "Ulaştı", en: "Delivered" },
  rejected: { tone: "bad", tr: "Reddedildi", en: "Rejected" },
  exhausted: { tone: "bad", tr: "Denemeler bitti", en: "Out of attempts" },
  dropped: { tone: "bad", tr: "Vazgeçildi", en: "Given up" },
};

const payout: Record<PayoutItemStatus, StateWord> = {
  prepared: { tone: "info", tr: "Hazırlandı", en: "Prepared" },
  sent: { tone: "info", tr: "Bankaya gönderildi", en: "Sent to the bank" },
  paid_out: { tone: "good", tr: "Ödendi", en: "Paid out" },
  failed: { tone: "bad", tr: "Ödenemedi", en: "Failed" },
};

/** An attempt: one card on a payment. */
const attempt: Record<AttemptStatus, StateWord> = {
  preparing: { tone: "info", tr: "Hazırlanıyor", en: "Preparing" },
  started: { tone: "info", tr: "3D Secure doğrulamasında", en: "In 3-D Secure" },
  capturing: { tone: "info", tr: "Tahsil ediliyor", en: "Being captured" },
  unknown: { tone: "warn", tr: "Sonuç bilinmiyor", en: "Outcome unknown" },
  captured: { tone: "good", tr: "Tahsil edildi", en: "Captured" },
  declined: { tone: "bad", tr: "Banka reddetti", en: "Declined" },
  rejected: { tone: "bad", tr: "Kart reddedildi", en: "Card refused" },
  not_started: { tone: "bad", tr: "Başlatılamadı", en: "Not started" },
  not_authenticated: { tone: "bad", tr: "Doğrulanamadı", en: "Not authenticated" },
  abandoned: { tone: "quiet", tr: "Yarım kaldı", en: "Abandoned" },
};

const source: Record<PaymentSource, StateWord> = {
  api: { tone: "quiet", tr: "API", en: "API" },
  panel: { tone: "quiet", tr: "Panel", en: "Panel" },
  payment_link: { tone: "quiet", tr: "Ödeme linki", en: "Payment link" },
};

const method: Record<RefundMethod, StateWord> = {
  void: { tone: "quiet", tr: "İptal", en: "Void" },
  credit: { tone: "quiet", tr: "İade", en: "Refund" },
};

/** The words of all states. `<StateBadge>` shows a state, `useStateWord` returns its word. */
export const stateWords = {
  payment,
  link,
  refund,
  refundRequest,
  refunded,
  delivery,
  payout,
  attempt,
  source,
  method,
} as const;

export type StateKind = keyof typeof stateWords;
export type StateValue<K extends StateKind> = keyof (typeof stateWords)[K];
