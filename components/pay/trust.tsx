import type { PayTexts } from "@/messages/pay-texts";

/** Explains below the button how the payment is confirmed, and that the card is not kept. */
export const Trust = ({ texts: { t } }: { texts: PayTexts }) => (
  <p className="trust">
    <Lock />
    <span>{t("card.trust")}</span>
  </p>
);

const Lock = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
    <rect x="3.25" y="8" width="11.5" height="7.5" rx="1.75" />
    <path d="M5.75 8V5.75a3.25 3.25 0 0 1 6.5 0V8" strokeLinecap="round" />
  </svg>
);
