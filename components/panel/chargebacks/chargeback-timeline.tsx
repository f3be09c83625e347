"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { DateTime } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import type { StateTone } from "../../ui/state";
import { type ChargebackEvent, listChargebackEvents } from "./chargeback-events";
import type { Chargeback } from "./chargeback-types";

const dots: Readonly<Record<StateTone, string>> = {
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
  info: "bg-info",
  quiet: "bg-ink-soft",
};

interface ChargebackTimelineProps {
  readonly chargeback: Chargeback;
  /** Names who answered the chargeback. */
  personText(event: ChargebackEvent): string | null;
}

/** What happened to a chargeback, oldest first, as a line of dots. */
export function ChargebackTimeline({ chargeback, personText }: ChargebackTimelineProps) {
  const t = useTranslations("shared.chargeback.timeline");
  const amount = displayAmount(chargeback.amountKurus, useLanguage());
  return (
    <Section title={t("title")}>
      <ol className="border-l border-line pl-5">
        {listChargebackEvents(chargeback).map((event) => (
          <li key={event.kind} className="relative pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-5 size-2.5 -translate-x-1/2 rounded-full ring-4 ring-paper ${dots[event.tone]}`}
            />
            <p className="wrap-anywhere">{event.kind === "taken" ? t("taken", { amount }) : t(event.kind)}</p>
            <Person name={personText(event)} />
            <p className="text-ink-soft">
              <DateTime at={event.at} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const Person = ({ name }: { readonly name: string | null }) =>
  name !== null && <p className="wrap-anywhere text-ink-soft">{name}</p>;
