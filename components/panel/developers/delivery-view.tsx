"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";
import { CodeText } from "../../ui/code-text";
import { CopyButton } from "../../ui/copy-button";
import { Facts } from "../../ui/facts";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { StateBadge } from "../words/state-badge";
import { type DeliveryRow, type DeliverySubject, DeliverySubjectLink } from "./delivery-row";
import { outcomeText } from "./delivery-words";

interface AttemptView {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly url: string;
  readonly statusCode: number | null;
  readonly errorClass: DeliveryAttemptError | null;
  /** The body of the answer, cleaned for display (S23). */
  readonly response: string;
  readonly isByHand: boolean;
}

interface DeliveryDetail extends DeliveryRow {
  readonly body: string;
  readonly occurredAt: Date;
  readonly url: string | null;
  readonly tries: readonly AttemptView[];
  readonly scheduledAttempts: number;
  readonly finishedAt: Date | null;
}

interface DeliveryViewProps {
  readonly delivery: DeliveryDetail;
  /** The headers that a resend would carry now. Absent for users who may not see signatures. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly toSubjectHref?: (subject: DeliverySubject) => string;
}

/** One delivery: its facts, every attempt with the receiver's answer, the request, and the retry schedule. */
export function DeliveryView({ delivery, headers, toSubjectHref }: DeliveryViewProps) {
  const t = useTranslations("shared.delivery");
  return (
    <>
      <div className="mb-8">
        <Facts
          facts={[
            { term: t("status"), value: <StateBadge kind="delivery" value={delivery.status} /> },
            {
              term: t("next"),
              value: delivery.nextAttemptAt ? <DateTime at={delivery.nextAttemptAt} style="second" /> : t("noMore"),
            },
            {
              term: t("subject"),
              value: delivery.subject ? (
                <DeliverySubjectLink subject={delivery.subject} toHref={toSubjectHref} />
              ) : (
                t("test")
              ),
            },
            { term: t("occurred"), value: <DateTime at={delivery.occurredAt} style="second" /> },
            ...(delivery.finishedAt
              ? [{ term: t("finished"), value: <DateTime at={delivery.finishedAt} style="second" /> }]
              : []),
          ]}
        />
      </div>
      <Attempts tries={delivery.tries} />
      <Request delivery={delivery} headers={headers} />
      <Section title={t("schedule")}>
        <p className="max-w-prose">{t("scheduleText")}</p>
        <p className="mt-2 text-ink-soft">{t("scheduled", { made: delivery.scheduledAttempts })}</p>
      </Section>
    </>
  );
}

function Request({ delivery: { url, body }, headers }: Pick<DeliveryViewProps, "delivery" | "headers">) {
  const t = useTranslations("shared.delivery");
  const lines = headers?.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return (
    <Section title={t("request")}>
      <p className="mb-3">
        {t("address")}: <span className="font-mono text-xs wrap-anywhere">{url ?? t("noAddress")}</span>
      </p>
      {lines !== undefined && (
        <div className="mb-4">
          <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">{t("headers")}</h3>
            <CopyButton text={lines} label={t("copyHeaders")} />
          </div>
          <CodeText text={lines} />
          <p className="mt-1 text-ink-soft">{t("headersNote")}</p>
        </div>
      )}
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t("body")}</h3>
        <CopyButton text={body} label={t("copyBody")} />
      </div>
      <CodeText text={body} />
      <p className="mt-1 text-ink-soft">{t("bodyNote")}</p>
    </Section>
  );
}

/** The attempts, latest first. */
function Attempts({ tries }: { tries: readonly AttemptView[] }) {
  const t = useTranslations("shared.delivery");
  return (
    <Section title={t("tries")}>
      {tries.length === 0 ? (
        <p className="text-ink-soft">{t("noTries")}</p>
      ) : (
        <ol className="divide-y divide-line rounded-card border border-line">
          {[...tries].reverse().map((one) => (
            <li key={one.number} className="px-4 py-3">
              <Attempt attempt={one} />
            </li>
          ))}
        </ol>
      )}
      {(tries[0]?.number ?? 1) > 1 && <p className="mt-2 text-ink-soft">{t("olderTries", { count: tries.length })}</p>}
    </Section>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const t = useTranslations("shared.delivery");
  const isGood = attempt.errorClass === null;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-medium">
          {t("attempt", { number: attempt.number })}
          {attempt.isByHand && <span className="font-normal text-ink-soft"> ({t("byHand")})</span>}
        </span>
        <State tone={isGood ? "good" : "bad"}>{outcomeText(attempt, t)}</State>
        <span className="text-ink-soft">
          <DateTime at={attempt.startedAt} style="second" /> · {t("ms", { ms: attempt.durationMs })}
        </span>
      </div>
      {attempt.url && <p className="font-mono text-xs wrap-anywhere text-ink-soft">{attempt.url}</p>}
      {attempt.response === "" ? (
        attempt.statusCode !== null && <p className="mt-1 text-ink-soft">{t("emptyAnswer")}</p>
      ) : (
        <div className="mt-2">
          <p className="mb-1 text-ink-soft">{t("answer")}</p>
          <CodeText text={attempt.response} />
        </div>
      )}
    </>
  );
}
