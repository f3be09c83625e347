import { useTranslations } from "use-intl/react";
import { type AlertKind, captureAlerts, holdingAlerts, pageAlerts, refundAlerts } from "@/server/domain/alerts";
import { bankAlerts } from "@/server/domain/banks/bank-condition";
import { TextLink } from "../../ui/text-link";

/** The kinds about which people decide under the open questions. */
const decidedUnderOpen: readonly AlertKind[] = [...captureAlerts, ...refundAlerts, ...holdingAlerts];

/** The kinds about which the board of the banks has the facts. */
const aboutBanks: readonly AlertKind[] = bankAlerts;

interface NextStepProps {
  readonly kind: AlertKind;
  /** What the alert is about; absent where the step is that of every alert of the kind. */
  readonly subject?: string;
  readonly isInText?: boolean;
  /** Whether the reader sees the entry of the runbook already. */
  readonly isInRunbook?: boolean;
}

/** The link to where the work about an alert is done: a screen of the back-office, or the entry of the runbook. */
export function NextStep({ kind, subject, isInText = false, isInRunbook = false }: NextStepProps) {
  const t = useTranslations("staff.alerts");
  if (decidedUnderOpen.includes(kind)) {
    return (
      <TextLink isInText={isInText} href="/staff/open">
        {t("toOpen")}
      </TextLink>
    );
  }
  if (pageAlerts.includes(kind)) {
    return (
      <TextLink isInText={isInText} href="/staff/pages">
        {t("toPages")}
      </TextLink>
    );
  }
  if (aboutBanks.includes(kind)) {
    return (
      <TextLink isInText={isInText} href="/staff/banks">
        {t("toBanks")}
      </TextLink>
    );
  }
  if (kind === "chargeback_open") {
    return (
      <TextLink isInText={isInText} href={`/staff/chargebacks${subject === undefined ? "" : `/${subject}`}`}>
        {t(subject === undefined ? "toChargebacks" : "toChargeback")}
      </TextLink>
    );
  }
  return isInRunbook ? null : <RunbookLink kind={kind} isInText={isInText} />;
}

/** The link to the entry of a kind in the runbook. */
function RunbookLink({ kind, isInText = false }: { kind: AlertKind; isInText?: boolean }) {
  const t = useTranslations("staff.alerts");
  return (
    <TextLink isInText={isInText} href={`/staff/runbook#${kind}`}>
      {t("toRunbook")}
    </TextLink>
  );
}
