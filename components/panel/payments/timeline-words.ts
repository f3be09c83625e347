import type { Language } from "@/server/domain/errors";
import type { EndedAttemptStatus, ReturnVerdict } from "./payment-types";

/** The texts of the timeline: one short sentence per event, and the notes below it. */
export interface TimelineWords {
  readonly caption: string;
  readonly created: Readonly<Record<"api" | "panel" | "payment_link", string>>;
  readonly captured: string;
  readonly failed: string;
  readonly expired: string;
  readonly card: (number: number, pan: string) => string;
  readonly cardEntered: string;
  readonly returned: Readonly<Record<ReturnVerdict, string>>;
  readonly captureSent: string;
  readonly captureUnknown: string;
  readonly asksNext: (moment: string) => string;
  readonly answered: string;
  readonly cardEnded: Readonly<Record<EndedAttemptStatus, string>>;
  /** For a capture that ended without a refusal by the bank. */
  readonly notCaptured: string;
  readonly refundRequested: (amount: string) => string;
  readonly by: (name: string) => string;
  readonly reason: (text: string) => string;
  readonly decided: Readonly<Record<"sent" | "failed" | "rejected" | "withdrawn" | "expired", string>>;
  readonly refundStarted: Readonly<Record<"void" | "credit", (amount: string) => string>>;
  readonly refundUnknown: string;
  readonly refundEnded: Readonly<
    Record<"void" | "credit", Readonly<Record<"approved" | "declined", (amount: string) => string>>>
  >;
  readonly moneyReturnStarted: Readonly<Record<"void" | "credit", (amount: string) => string>>;
  readonly moneyReturnUnknown: string;
  readonly moneyReturnEnded: Readonly<
    Record<"void" | "credit", Readonly<Record<"approved" | "declined", (amount: string) => string>>>
  >;
  /** A correction of the books: the bank had returned more than they contained, or less. */
  readonly corrected: Readonly<Record<"more" | "less", (amount: string) => string>>;
  readonly booksRight: string;
  readonly deliveryAttempted: (type: string, isTaken: boolean) => string;
  readonly answer: (status: number) => string;
  readonly noAnswer: string;
  readonly attempt: (number: number, byHand: boolean) => string;
  readonly deliveryPlanned: (type: string) => string;
  readonly delivery: string;
}

const tr: TimelineWords = {
  caption: "Ödemenin olayları, en eskisi başta",
  created: {
    api: "Ödeme API ile oluşturuldu",
    panel: "Ödeme panelde oluşturuldu",
    payment_link: "Ödeme linkinden ödeme başlatıldı",
  },
  captured: "Ödeme tahsil edildi",
  failed: "Ödeme başarısız oldu",
  expired: "Ödemenin süresi doldu",
  card: (number, pan) => `${number}. kart · ${pan}`,
  cardEntered: "Kart girildi, 3D Secure doğrulaması istendi",
  returned: {
    authenticated: "Alıcı 3D Secure doğrulamasından döndü: doğrulandı",
    not_authenticated: "Alıcı 3D Secure doğrulamasından döndü: doğrulanmadı",
    refused: "3D Secure dönüşü kabul edilmedi: bankadan geldiği kanıtlanamadı",
    unresolved: "Alıcı 3D Secure doğrulamasından döndü: sonuç bankaya soruluyor",
  },
  captureSent: "Tahsilat bankaya gönderildi",
  captureUnknown: "Banka yanıt vermedi: sonuç bilinmiyor, bankaya soruluyor",
  asksNext: (moment) => `Sonraki sorgu: ${moment}`,
  answered: "Bankaya artık sorulmuyor.",
  cardEnded: {
    captured: "Banka tahsilatı onayladı",
    declined: "Banka tahsilatı reddetti",
    rejected: "Banka kartı 3D Secure öncesinde reddetti",
    not_started: "3D Secure başlatılamadı: bankaya ulaşılamadı",
    not_authenticated: "3D Secure doğrulaması başarısız oldu",
    abandoned: "Alıcı 3D Secure doğrulamasını tamamlamadı",
  },
  notCaptured: "Tahsilat sonuçsuz kapandı",
  refundRequested: (amount) => `${amount} iade için onay istendi`,
  by: (name) => `Kişi: ${name}`,
  reason: (text) => `Neden: ${text}`,
  decided: {
    sent: "İade onaylandı",
    failed: "İade onaylandı ama artık mümkün değildi",
    rejected: "İade isteği reddedildi",
    withdrawn: "İade isteği geri çekildi",
    expired: "İade isteği karar verilmeden düştü",
  },
  refundStarted: {
    void: (amount) => `${amount} tutarındaki iptal bankaya gönderildi`,
    credit: (amount) => `${amount} tutarındaki iade bankaya gönderildi`,
  },
  refundUnknown: "Banka yanıt vermedi: iadenin sonucu bilinmiyor, bankaya soruluyor",
  refundEnded: {
    void: {
      approved: (amount) => `Banka ${amount} tutarındaki iptali onayladı`,
      declined: (amount) => `${amount} tutarındaki iptal yapılamadı`,
    },
    credit: {
      approved: (amount) => `Banka ${amount} tutarındaki iadeyi onayladı`,
      declined: (amount) => `${amount} tutarındaki iade yapılamadı`,
    },
  },
  moneyReturnStarted: {
    void: (amount) => `Bankanın ${amount} tahsil etmiş olduğu görüldü: iptal bankaya gönderildi`,
    credit: (amount) => `Bankanın ${amount} tahsil etmiş olduğu görüldü: karta iade bankaya gönderildi`,
  },
  moneyReturnUnknown: "Banka yanıt vermedi: paranın karta dönüp dönmediği bankaya soruluyor",
  moneyReturnEnded: {
    void: {
      approved: (amount) => `Banka tahsilatı iptal etti: ${amount} alıcının kartına geri döndü`,
      declined: (amount) => `${amount} tutarındaki tahsilatın iptali yapılamadı`,
    },
    credit: {
      approved: (amount) => `Banka ${amount} tutarını alıcının kartına iade etti`,
      declined: (amount) => `${amount} tutarının karta iadesi yapılamadı`,
    },
  },
  corrected: {
    more: (amount) => `Düzeltme: banka ${amount} daha geri vermişti, kayıtlara işlendi`,
    less: (amount) => `Düzeltme: ${amount} geri verilmemişti, kayıtlardan çıkarıldı`,
  },
  booksRight: "Banka kayıtlarıyla karşılaştırıldı: kayıtlar doğru",
  deliveryAttempted: (type, isTaken) => (isTaken ? `${type} bildirimi ulaştı` : `${type} bildirimi ulaşmadı`),
  answer: (status) => `Yanıt: HTTP ${status}`,
  noAnswer: "Yanıt alınamadı",
  attempt: (number, byHand) => (byHand ? `${number}. deneme, elle` : `${number}. deneme`),
  deliveryPlanned: (type) => `${type} bildirimi gönderilecek`,
  delivery: "Bildirimi aç",
};

const en: TimelineWords = {
  caption: "What happened to the payment, oldest first",
  created: {
    api: "Payment created by the API",
    panel: "Payment created in the panel",
    payment_link: "Payment started from the payment link",
  },
  captured: "Payment captured",
  failed: "Payment failed",
  expired: "Payment expired",
  card: (number, pan) => `Card ${number} · ${pan}`,
  cardEntered: "Card entered, 3-D Secure asked for",
  returned: {
    authenticated: "The buyer came back from 3-D Secure: authenticated",
    not_authenticated: "The buyer came back from 3-D Secure: not authenticated",
    refused: "A return from 3-D Secure was refused: nothing proved that it was the bank's",
    unresolved: "The buyer came back from 3-D Secure: the bank is being asked",
  },
  captureSent: "Capture sent to the bank",
  captureUnknown: "The bank did not answer: the outcome is unknown, the bank is being asked",
  asksNext: (moment) => `Next inquiry: ${moment}`,
  answered: "The bank is not asked any more.",
  cardEnded: {
    captured: "The bank approved the capture",
    declined: "The bank declined the capture",
    rejected: "The bank refused the card before 3-D Secure",
    not_started: "3-D Secure could not be started: the bank was not reached",
    not_authenticated: "3-D Secure failed",
    abandoned: "The buyer did not complete 3-D Secure",
  },
  notCaptured: "The capture ended without a result",
  refundRequested: (amount) => `Approval asked for a refund of ${amount}`,
  by: (name) => `By ${name}`,
  reason: (text) => `Reason: ${text}`,
  decided: {
    sent: "Refund approved by a second person",
    failed: "Refund approved, but no longer possible",
    rejected: "Refund request rejected",
    withdrawn: "Refund request withdrawn",
    expired: "Refund request lapsed undecided",
  },
  refundStarted: {
    void: (amount) => `Void of ${amount} sent to the bank`,
    credit: (amount) => `Refund of ${amount} sent to the bank`,
  },
  refundUnknown: "The bank did not answer: the refund's outcome is unknown, the bank is being asked",
  refundEnded: {
    void: {
      approved: (amount) => `The bank approved the void of ${amount}`,
      declined: (amount) => `The void of ${amount} was not possible`,
    },
    credit: {
      approved: (amount) => `The bank approved the refund of ${amount}`,
      declined: (amount) => `The refund of ${amount} was not possible`,
    },
  },
  moneyReturnStarted: {
    void: (amount) => `The bank turned out to have taken ${amount}: void sent to the bank`,
    credit: (amount) => `The bank turned out to have taken ${amount}: refund to the card sent to the bank`,
  },
  moneyReturnUnknown: "The bank did not answer: it is being asked whether the money went back to the card",
  moneyReturnEnded: {
    void: {
      approved: (amount) => `The bank voided the capture: ${amount} went back to the buyer's card`,
      declined: (amount) => `The void of the ${amount} that the bank had taken was not possible`,
    },
    credit: {
      approved: (amount) => `The bank refunded ${amount} to the buyer's card`,
      declined: (amount) => `The refund of the ${amount} that the bank had taken was not possible`,
    },
  },
  corrected: {
    more: (amount) => `Correction: the bank had given ${amount} more back; it is in the books now`,
    less: (amount) => `Correction: ${amount} had not been given back; it is out of the books now`,
  },
  booksRight: "Compared with the bank's records: the books are right",
  deliveryAttempted: (type, isTaken) => (isTaken ? `${type} delivered` : `${type} not delivered`),
  answer: (status) => `Answer: HTTP ${status}`,
  noAnswer: "No answer",
  attempt: (number, byHand) => (byHand ? `attempt ${number}, by hand` : `attempt ${number}`),
  deliveryPlanned: (type) => `${type} is to be sent`,
  delivery: "Open delivery",
};

export const timelineWords: Readonly<Record<Language, TimelineWords>> = { tr, en };
