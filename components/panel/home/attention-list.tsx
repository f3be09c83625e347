"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime, type DateTimeStyle, dateTimeText } from "@/components/ui/date-time";
import { useLanguage } from "@/components/ui/language";
import { Section } from "../../ui/section";
import { State, type StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { openLinksAddress } from "./home-figures";

type Item = PanelOutputs["home"]["attention"][number];
type Kind = Item["kind"];

const tones: Readonly<Record<Kind, StateTone>> = {
  account_suspended: "warn",
  account_closed: "bad",
  acceptance_held: "warn",
  card_testing: "bad",
  chargebacks_open: "warn",
  captures_unknown: "warn",
  undelivered: "bad",
  refund_requests: "warn",
  refunds_pending: "warn",
  keys_ending: "warn",
  links_expiring: "info",
  no_webhook_address: "quiet",
  no_second_factor: "quiet",
};

/** The things that need the merchant's attention: what, since when, and a link to the screen. */
export function AttentionList({ items }: { items: readonly Item[] }) {
  const t = useTranslations("panel.home.attention");
  return (
    <Section title={t("title")}>
      {items.length === 0 ? (
        <p className="rounded-card border border-line px-4 py-3">
          <State tone="good">{t("none")}</State>
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line">
          {items.map((item) => (
            <AttentionRow key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function AttentionRow({ item }: { item: Item }) {
  const t = useTranslations("panel.home.attention");
  const title = "count" in item ? t(`${item.kind}.title`, { count: item.count }) : t(`${item.kind}.title`);
  return (
    <li className="px-4 py-3">
      <div className="flex items-baseline gap-2 font-medium">
        <State tone={tones[item.kind]}>
          <span className="whitespace-normal">{title}</span>
        </State>
      </div>
      <div className="mt-1 pl-3.5 text-ink-soft">
        {item.kind !== "acceptance_held" && <p>{t(`${item.kind}.help`)}</p>}
        {item.kind === "card_testing" ? <Pauses pauses={item.pauses} /> : <When item={item} />}
        <p className="mt-1">
          <TextLink href={toAddress(item)} className="font-medium">
            {t(`${item.kind}.action`)}
          </TextLink>
        </p>
      </div>
    </li>
  );
}

/** Where cards are refused, how many, and until when none is taken. */
function Pauses({ pauses }: { pauses: Extract<Item, { kind: "card_testing" }>["pauses"] }) {
  const t = useTranslations("panel.home.attention.card_testing");
  const language = useLanguage();
  return (
    <ul className="mt-1 space-y-1">
      {pauses.map(({ scope, linkId, number, bin, refusals, until, isOver }) => (
        <li key={`${scope} ${linkId} ${bin}`}>
          <p>
            {linkId === null ? (
              t(scope, { number: "", bin: bin ?? "", refusals })
            ) : (
              <TextLink href={`/panel/links/${linkId}`}>
                {t(scope, { number: String(number), bin: "", refusals })}
              </TextLink>
            )}
          </p>
          <p>{isOver ? t("over") : t("until", { until: dateTimeText(until, language, "time") })}</p>
        </li>
      ))}
    </ul>
  );
}

/** Since when the item applies, and what happens next. */
function When({ item }: { item: Exclude<Item, { kind: "card_testing" }> }): ReactNode {
  const t = useTranslations("panel.home.attention");
  const holdReasons = useTranslations("panel.account.reasons");
  if (item.kind === "acceptance_held") {
    return (
      <>
        <p>{holdReasons(item.reason)}</p>
        {item.at && <Line term={t("heldSince")} at={item.at} />}
      </>
    );
  }
  if (item.kind === "undelivered") {
    return (
      <>
        <Line term={t("since")} at={item.at} />
        {item.nextAttemptAt ? (
          <Line term={t("undelivered.next")} at={item.nextAttemptAt} />
        ) : (
          <p>{t("undelivered.noNext")}</p>
        )}
      </>
    );
  }
  if (!("at" in item)) return null;
  if (item.kind === "chargebacks_open") return <Line term={t("chargebacks_open.until")} at={item.at} style="day" />;
  const isAhead = item.kind === "links_expiring" || item.kind === "keys_ending";
  return <Line term={isAhead ? t("first") : t("since")} at={item.at} />;
}

function Line({ term, at, style }: { term: string; at: Date; style?: DateTimeStyle }) {
  return (
    <p>
      {term}: <DateTime at={at} {...(style && { style })} />
    </p>
  );
}

/** Returns the path of the screen where the user can act on an item. */
function toAddress(item: Item): string {
  if (item.kind === "undelivered")
    return `/panel/developers/webhooks?status=${item.nextAttemptAt ? "pending" : "failed"}`;
  return addresses[item.kind];
}

const addresses: Readonly<Record<Exclude<Kind, "undelivered">, string>> = {
  account_suspended: "/panel/account",
  account_closed: "/panel/account",
  acceptance_held: "/panel/account",
  card_testing: "/panel/payments?status=failed",
  chargebacks_open: "/panel/chargebacks?state=open",
  captures_unknown: "/panel/payments?status=initiated",
  refund_requests: "/panel/refunds",
  refunds_pending: "/panel/payments?refunded=pending",
  keys_ending: "/panel/developers",
  links_expiring: openLinksAddress,
  no_webhook_address: "/panel/developers/webhooks",
  no_second_factor: "/panel/security",
};
