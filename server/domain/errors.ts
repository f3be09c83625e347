/**
 * The catalogue of all error codes (§7.2, §7.4, D-5). Each code has its HTTP status, its public message in English and
 * Turkish, and an advice: what the caller or the buyer should do next.
 */
export const errorCatalogue = {
  validation_error: [400, "The request failed validation.", "İstek doğrulanamadı.", "fix"],
  sensitive_data_not_allowed: [
    400,
    "A text field holds a card number or an IBAN.",
    "Bir metin alanı kart numarası veya IBAN içeriyor.",
    "fix",
  ],
  unauthorized: [401, "The API key is missing or not valid.", "API anahtarı eksik veya geçersiz.", "fix"],
  access_denied: [403, "This user may not do that.", "Bu kullanıcının bu işleme yetkisi yok.", "fix"],
  reauthentication_required: [
    403,
    "Enter your password again to do that.",
    "Bu işlem için parolanızı yeniden girin.",
    "fix",
  ],
  own_refund_request: [
    403,
    "You asked for this refund yourself: somebody else has to decide on it.",
    "Bu iadeyi siz istediniz: kararı başka bir yetkili vermelidir.",
    "none",
  ],
  terminal_not_allowed: [
    403,
    "The terminal does not belong to this account, is inactive, or does not take this kind of card.",
    "Terminal bu hesaba ait değil, etkin değil veya bu tür kartları kabul etmiyor.",
    "fix",
  ],
  partner_not_active: [403, "The account is suspended or closed.", "Hesap askıda veya kapalı.", "contact_support"],
  payment_acceptance_held: [
    403,
    "Payment acceptance is on hold for this account.",
    "Bu hesap için ödeme kabulü durduruldu.",
    "contact_support",
  ],
  not_found: [404, "There is nothing at this address.", "Bu adreste bir kaynak yok.", "fix"],
  payment_not_found: [404, "The payment was not found.", "Ödeme bulunamadı.", "fix"],
  refund_not_found: [404, "The refund was not found.", "İade bulunamadı.", "fix"],
  invitation_invalid: [
    404,
    "This invitation is not valid any more. Ask for a new one.",
    "Bu davet artık geçerli değil. Yeni bir davet isteyin.",
    "fix",
  ],
  payment_link_not_found: [404, "The payment link was not found.", "Ödeme linki bulunamadı.", "fix"],
  payment_ref_invalid: [404, "The payment reference is not valid.", "Ödeme referansı geçersiz.", "new_payment"],
  payment_ref_expired: [
    404,
    "The time to complete this payment has run out.",
    "Bu ödemenin süresi doldu.",
    "new_payment",
  ],
  method_not_allowed: [405, "This method is not allowed here.", "Bu adreste bu yöntem kullanılamaz.", "fix"],
  duplicate_partner_tx_code: [
    409,
    "This partnerTxCode is in use by a different payment.",
    "Bu partnerTxCode başka bir ödeme tarafından kullanılıyor.",
    "fix",
  ],
  refund_in_progress: [
    409,
    "A refund is in progress, or the partnerRefundCode was used before.",
    "Süren bir iade var veya partnerRefundCode daha önce kullanıldı.",
    "retry_later",
  ],
  refund_request_decided: [
    409,
    "This refund does not wait for a decision any more.",
    "Bu iade artık karar beklemiyor.",
    "none",
  ],
  last_owner: [
    409,
    "An account keeps at least one owner. Make somebody else an owner first.",
    "Hesabın en az bir sahibi olmalıdır. Önce başka birini hesap sahibi yapın.",
    "fix",
  ],
  email_taken: [
    409,
    "Somebody signs in with this e-mail address already. Use another one.",
    "Bu e-posta adresiyle giriş yapan biri var. Başka bir adres kullanın.",
    "fix",
  ],
  payment_link_already_paid: [409, "The payment link has been paid.", "Ödeme linki ödendi.", "none"],
  payment_link_expired: [409, "The payment link has expired.", "Ödeme linkinin süresi doldu.", "none"],
  payment_link_cancelled: [409, "The payment link has been cancelled.", "Ödeme linki iptal edildi.", "none"],
  payment_prepare_already_started: [
    409,
    "3-D Secure was already started for this payment.",
    "Bu ödeme için 3D Secure doğrulaması daha önce başlatıldı.",
    "new_payment",
  ],
  payload_too_large: [413, "The body is too large.", "İstek gövdesi çok büyük.", "fix"],
  unsupported_media_type: [415, "The content type is not supported here.", "Bu içerik türü desteklenmiyor.", "fix"],
  amount_limit_exceeded: [
    422,
    "The amount is outside the limits of this account.",
    "Tutar bu hesabın sınırlarının dışında.",
    "fix",
  ],
  pos_per_tx_limit_exceeded: [
    422,
    "The amount exceeds the bank connection's limit for one payment.",
    "Tutar sanal POS'un işlem başına sınırını aşıyor.",
    "retry_later",
  ],
  pos_daily_limit_exceeded: [
    422,
    "The bank connection's daily limit has been reached.",
    "Sanal POS'un günlük sınırına ulaşıldı.",
    "retry_later",
  ],
  pos_weekly_limit_exceeded: [
    422,
    "The bank connection's weekly limit has been reached.",
    "Sanal POS'un haftalık sınırına ulaşıldı.",
    "retry_later",
  ],
  pos_monthly_limit_exceeded: [
    422,
    "The bank connection's monthly limit has been reached.",
    "Sanal POS'un aylık sınırına ulaşıldı.",
    "retry_later",
  ],
  pos_time_window_limit_exceeded: [
    422,
    "The bank connection's limit for this hour of the day has been reached.",
    "Sanal POS'un bu saat aralığındaki sınırına ulaşıldı.",
    "retry_later",
  ],
  installment_not_allowed: [
    422,
    "This number of installments is not allowed.",
    "Bu taksit sayısı kullanılamaz.",
    "fix",
  ],
  payment_not_refundable: [
    422,
    "The payment cannot be refunded in its present state.",
    "Ödeme şu anki durumunda iade edilemez.",
    "none",
  ],
  refund_amount_exceeds_remaining: [
    422,
    "The amount exceeds what is left to refund.",
    "Tutar, iade edilebilir bakiyeyi aşıyor.",
    "fix",
  ],
  refund_not_yet_available: [
    422,
    "A partial refund is possible after day-end.",
    "Kısmi iade gün sonundan sonra yapılabilir.",
    "retry_later",
  ],
  refund_method_not_available: [
    422,
    "This refund method is not available for the payment.",
    "Bu iade yöntemi bu ödeme için kullanılamaz.",
    "fix",
  ],
  direct_refund_not_allowed: [
    422,
    "On this terminal only a full void on the same day is possible.",
    "Bu terminalde yalnızca aynı gün tam iptal yapılabilir.",
    "none",
  ],
  payment_link_items_amount_mismatch: [
    422,
    "The items do not add up to the amount.",
    "Kalemlerin toplamı tutara eşit değil.",
    "fix",
  ],
  partner_entitlement_required: [
    422,
    "Requested feature is not enabled for this partner",
    "Requested feature is not enabled for this partner",
    "contact_support",
  ],
  virtual_pos_inactive: [
    422,
    "The bank connection is not active at the moment.",
    "Sanal POS şu anda etkin değil.",
    "retry_later",
  ],
  psp_inactive: [
    422,
    "The payment provider is not active at the moment.",
    "Ödeme kuruluşu şu anda etkin değil.",
    "retry_later",
  ],
  virtual_pos_card_type_not_supported: [
    422,
    "This type of card is not accepted here.",
    "Bu kart türü burada kabul edilmiyor.",
    "another_card",
  ],
  payment_declined: [422, "The bank declined the card.", "Banka kartı reddetti.", "another_card"],
  rate_limited: [
    429,
    "Too many requests. Wait and try again.",
    "Çok fazla istek gönderildi. Bekleyip yeniden deneyin.",
    "retry_later",
  ],
  card_attempt_limit_exceeded: [
    429,
    "The allowed number of cards has been tried on this payment.",
    "Bu ödeme için izin verilen kart denemesi sayısı aşıldı.",
    "new_payment",
  ],
  internal_error: [500, "Something went wrong on our side.", "Bizden kaynaklanan bir sorun oluştu.", "retry_later"],
  service_overloaded: [
    503,
    "The service is at capacity. Try again shortly.",
    "Hizmet kapasite sınırında. Kısa süre sonra yeniden deneyin.",
    "retry_later",
  ],
} as const satisfies Record<string, readonly [status: number, en: string, tr: string, advice: Advice]>;

export type Advice = "fix" | "retry_later" | "new_payment" | "another_card" | "contact_support" | "none";
export type ErrorCode = keyof typeof errorCatalogue;
export type Language = "tr" | "en";

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

const signedInOnly: readonly ErrorCode[] = [
  "reauthentication_required",
  "own_refund_request",
  "invitation_invalid",
  "refund_request_decided",
  "last_owner",
  "email_taken",
];

/** The error codes that the merchant API can answer. The others occur only where people sign in. */
export const apiErrorCodes = errorCodes.filter((code) => !signedInOnly.includes(code));

/** Returns the HTTP status of an error code (§7.1). */
export const toHttpStatus = (code: ErrorCode): number => errorCatalogue[code][0];

/** Returns the public message of an error code, which never has internal details. */
export const toPublicMessage = (code: ErrorCode, language: Language = "en"): string =>
  errorCatalogue[code][language === "tr" ? 2 : 1];

export const toAdvice = (code: ErrorCode): Advice => errorCatalogue[code][3];

/** One invalid field: its path in the request, and its problem as `problem` in `field-words.ts` encodes it. */
export interface FieldFault {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
}

/** Public details of an error in addition to its code. They never repeat a value that the caller sent. */
export interface ErrorDetails {
  /** The message that names the invalid fields (D-4). It replaces the catalogue's message. */
  readonly message?: string;
  /**
   * The field problem as `problem` in `field-words.ts` encodes it, when the entry point translates it for the caller.
   */
  readonly problem?: string;
  /** The invalid field of a validation_error; the entry point writes the message in the caller's language. */
  readonly fault?: FieldFault;
  /** The value of the `Retry-After` header, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The methods for the `Allow` header of a 405. */
  readonly allow?: readonly string[];
}

/** An error with a public code. `internal` is written to the log and never sent to the caller. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    internal: string = code,
    readonly details: ErrorDetails = {},
  ) {
    super(internal);
    this.name = "AppError";
  }
}

/** Builds the body of an error response, which has exactly three keys (§2.6). */
export const errorBody = (error: AppError, traceId: string, language: Language = "en") => ({
  error: {
    code: error.code,
    message: error.details.message ?? toPublicMessage(error.code, language),
    traceId,
  },
});
