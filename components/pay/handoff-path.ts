import type { PayTexts } from "@/messages/pay-texts";

/**
 * Returns the path to which a page of the card handoff posts its form. It names the language, because some answers come
 * before the form is read. The payment's reference and the card are never part of it.
 */
export const handoffPath = ({ language }: Pick<PayTexts, "language">): string => `/handoff?lang=${language}`;
