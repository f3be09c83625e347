import type { PayTexts } from "@/messages/pay-texts";

/** Shows the id that a buyer quotes to support. */
export const TraceId = ({ traceId, texts: { t } }: { traceId: string; texts: PayTexts }) => (
  <p className="trace">
    {t("traceId")}: <code dir="ltr">{traceId}</code>
  </p>
);
