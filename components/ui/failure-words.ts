import type { ErrorCode, Language } from "@/server/domain/errors";

/**
 * The sentences for codes whose catalogue sentence addresses programs. §7.4 fixes some of those, so pages use these
 * instead.
 */
const onPages: Readonly<Partial<Record<ErrorCode, Readonly<Record<Language, string>>>>> = {
  refund_in_progress: {
    tr: "Bu ödemenin sonucu beklenen bir iadesi ya da onay bekleyen bir iade isteği var.",
    en: "A refund of this payment is pending or waits for approval.",
  },
  partner_entitlement_required: {
    tr: "Bu özellik hesabınızda kapalı.",
    en: "This feature is not enabled for your account.",
  },
};

/**
 * Returns the sentence that a page shows for an error code.
 * @param message the catalogue's sentence
 */
export const pageSentence = (code: ErrorCode, message: string, language: Language): string =>
  onPages[code]?.[language] ?? message;
