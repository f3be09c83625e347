"use client";
import { useTranslations } from "use-intl/react";
import { parseDateTime } from "@/server/domain/fields";
import type { SpanObstacle } from "@/server/domain/pricing/tariff-span";
import { dateTimeText } from "../../ui/date-time";
import { CheckField, SelectField, TextField } from "../../ui/field";
import { useLanguage } from "../../ui/language";

/** The chosen validity of a tariff. The texts are times in Istanbul, as the browser's field writes them. */
export interface Validity {
  readonly start: "approval" | "instant";
  readonly from: string;
  readonly isCampaign: boolean;
  readonly to: string;
}

export const noValidity: Validity = { start: "approval", from: "", isCampaign: false, to: "" };

/** The chosen span: a start of null is the approval. `isComplete` is false while an instant is missing. */
export function readValidity({ start, from, isCampaign, to }: Validity) {
  const validFrom = start === "approval" ? null : readIstanbul(from);
  const validTo = isCampaign ? readIstanbul(to) : null;
  const isComplete = (start === "approval" || validFrom !== null) && (!isCampaign || validTo !== null);
  return { validFrom, validTo, isComplete };
}

/** Reads the text of a field for a local time as an instant; Istanbul is three hours ahead of UTC all year. */
const readIstanbul = (text: string): Date | null => parseDateTime(`${text.slice(0, 16)}:00+03:00`);

interface ValidityProps {
  readonly validity: Validity;
  readonly obstacle: SpanObstacle | null;
  /** Whether a missing instant is shown as a problem: after the first attempt to send. */
  readonly isTried: boolean;
  onChange(validity: Validity): void;
}

/** The fields of the validity of a tariff, and why it cannot begin or end then. */
export function ValidityFields({ validity, obstacle, isTried, onChange }: ValidityProps) {
  const t = useTranslations("staff.tariffs");
  const problem = useObstacleText(obstacle);
  const missing = (text: string) => (isTried && readIstanbul(text) === null ? t("instantMissing") : null);
  const isOfStart = obstacle?.kind === "past" || obstacle?.kind === "twin";
  const set = (changes: Partial<Validity>) => onChange({ ...validity, ...changes });
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t("start")}
          value={validity.start}
          onChange={({ target }) => set({ start: target.value === "instant" ? "instant" : "approval" })}
        >
          <option value="approval">{t("startApproval")}</option>
          <option value="instant">{t("startInstant")}</option>
        </SelectField>
        {validity.start === "instant" && (
          <TextField
            type="datetime-local"
            label={t("from")}
            hint={t("fromHint")}
            value={validity.from}
            error={missing(validity.from) ?? (isOfStart ? problem : null)}
            onChange={({ target }) => set({ from: target.value })}
          />
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CheckField
          label={t("isCampaign")}
          hint={t("isCampaignHint")}
          checked={validity.isCampaign}
          onChange={({ target }) => set({ isCampaign: target.checked })}
        />
        {validity.isCampaign && (
          <TextField
            type="datetime-local"
            label={t("to")}
            hint={t("istanbul")}
            value={validity.to}
            error={missing(validity.to) ?? (isOfStart ? null : problem)}
            onChange={({ target }) => set({ to: target.value })}
          />
        )}
      </div>
    </div>
  );
}

/** Why a tariff cannot begin or end at the chosen instants, with the times of the tariff that is in the way. */
function useObstacleText(obstacle: SpanObstacle | null): string | null {
  const t = useTranslations("staff.tariffs");
  const language = useLanguage();
  if (obstacle === null) return null;
  const sentence = t(`obstacles.${obstacle.kind}`);
  if (!("other" in obstacle)) return sentence;
  const { validFrom, validTo } = obstacle.other;
  const times = [validFrom, validTo].filter((at) => at !== null).map((at) => dateTimeText(at, language));
  return `${sentence} (${times.join(" – ")})`;
}
