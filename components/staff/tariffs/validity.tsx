"use client";
import { useTranslations } from "use-intl/react";
import { parseDateTime } from "@/server/domain/fields";
import type { SpanObstacle } from "@/server/domain/pricing/tariff-span";
import { DateTime } from "../../ui/date-time";
import { CheckField, SelectField, TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";

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
  onChange(validity: Validity): void;
}

/** The fields of the validity of a tariff, and why it cannot begin or end then. */
export function ValidityFields({ validity, obstacle, onChange }: ValidityProps) {
  const t = useTranslations("staff.tariffs");
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
            onChange={({ target }) => set({ to: target.value })}
          />
        )}
      </div>
      {obstacle && (
        <Notice tone="bad" title={t(`obstacles.${obstacle.kind}`)}>
          {"other" in obstacle && (
            <>
              <DateTime at={obstacle.other.validFrom} /> –{" "}
              {obstacle.other.validTo && <DateTime at={obstacle.other.validTo} />}
            </>
          )}
        </Notice>
      )}
    </div>
  );
}
