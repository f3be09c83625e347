"use client";
import type { AttemptError } from "@/server/domain/webhooks/delivery";
import { CodeText } from "../../ui/code-text";
import { CopyButton } from "../../ui/copy-button";
import { Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { StateOf } from "../words/state-of";
import { type DeliveryRow, type DeliverySubject, SubjectOf } from "./delivery-table";
import { deliveryWords, outcomeText } from "./delivery-words";

export interface AttemptView {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly url: string;
  readonly statusCode: number | null;
  readonly errorClass: AttemptError | null;
  /** Made safe to look at (S23). */
  readonly response: string;
  readonly isByHand: boolean;
}

export interface DeliveryDetail extends DeliveryRow {
  readonly body: string;
  readonly occurredAt: Date;
  readonly url: string | null;
  readonly tries: readonly AttemptView[];
  readonly scheduledAttempts: number;
  readonly finishedAt: Date | null;
}

interface DeliveryViewProps {
  readonly delivery: DeliveryDetail;
  /** What it would be sent with now; left out for those who may not see signatures. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly subjectHrefOf?: (subject: DeliverySubject) => string;
}

/** One delivery: what it is, the request, every attempt with what came back, and when it is tried. */
export function DeliveryView({ delivery, headers, subjectHrefOf }: DeliveryViewProps) {
  const said = useWords(deliveryWords);
  return (
    <>
      <div className="mb-8">
        <Facts
          facts={[
            { term: said.status, value: <StateOf kind="delivery" value={delivery.status} /> },
            {
              term: said.next,
              value: delivery.nextAttemptAt ? (
                <Moment at={delivery.nextAttemptAt} style="second" />
              ) : (
                said.noMore
              ),
            },
            {
              term: said.subject,
              value: delivery.subject ? (
                <SubjectOf subject={delivery.subject} hrefOf={subjectHrefOf} />
              ) : (
                said.test
              ),
            },
            { term: said.occurred, value: <Moment at={delivery.occurredAt} style="second" /> },
            ...(delivery.finishedAt
              ? [{ term: said.finished, value: <Moment at={delivery.finishedAt} style="second" /> }]
              : []),
          ]}
        />
      </div>
      <Attempts tries={delivery.tries} />
      <Request delivery={delivery} headers={headers} />
      <Section title={said.schedule}>
        <p className="max-w-prose">{said.scheduleText}</p>
        <p className="mt-2 text-ink-soft">{said.scheduled(delivery.scheduledAttempts)}</p>
      </Section>
    </>
  );
}

function Request({ delivery: { url, body }, headers }: Pick<DeliveryViewProps, "delivery" | "headers">) {
  const said = useWords(deliveryWords);
  const lines = headers?.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return (
    <Section title={said.request}>
      <p className="mb-3">
        {said.address}: <span className="font-mono text-xs wrap-anywhere">{url ?? said.noAddress}</span>
      </p>
      {lines !== undefined && (
        <div className="mb-4">
          <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">{said.headers}</h3>
            <CopyButton text={lines} label={said.copyHeaders} />
          </div>
          <CodeText text={lines} />
          <p className="mt-1 text-ink-soft">{said.headersNote}</p>
        </div>
      )}
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{said.body}</h3>
        <CopyButton text={body} label={said.copyBody} />
      </div>
      <CodeText text={body} />
      <p className="mt-1 text-ink-soft">{said.bodyNote}</p>
    </Section>
  );
}

/** The latest first. */
function Attempts({ tries }: { tries: readonly AttemptView[] }) {
  const said = useWords(deliveryWords);
  return (
    <Section title={said.tries}>
      {tries.length === 0 ? (
        <p className="text-ink-soft">{said.noTries}</p>
      ) : (
        <ol className="divide-y divide-line rounded-card border border-line">
          {[...tries].reverse().map((one) => (
            <li key={one.number} className="px-4 py-3">
              <Attempt attempt={one} />
            </li>
          ))}
        </ol>
      )}
      {(tries[0]?.number ?? 1) > 1 && <p className="mt-2 text-ink-soft">{said.olderTries(tries.length)}</p>}
    </Section>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const said = useWords(deliveryWords);
  const language = useLanguage();
  const isGood = attempt.errorClass === null;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-medium">
          {said.attempt(attempt.number)}
          {attempt.isByHand && <span className="font-normal text-ink-soft"> ({said.byHand})</span>}
        </span>
        <State tone={isGood ? "good" : "bad"}>{outcomeText(attempt, language)}</State>
        <span className="text-ink-soft">
          <Moment at={attempt.startedAt} style="second" /> · {said.ms(attempt.durationMs)}
        </span>
      </div>
      {attempt.url && <p className="font-mono text-xs wrap-anywhere text-ink-soft">{attempt.url}</p>}
      {attempt.response === "" ? (
        attempt.statusCode !== null && <p className="mt-1 text-ink-soft">{said.emptyAnswer}</p>
      ) : (
        <div className="mt-2">
          <p className="mb-1 text-ink-soft">{said.answer}</p>
          <CodeText text={attempt.response} />
        </div>
      )}
    </>
  );
}
