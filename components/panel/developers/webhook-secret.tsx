"use client";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useMay } from "../role";
import type { SecretEnds } from "./secret-ends";
import { type SecretStep, SecretStepDialog } from "./secret-step-dialog";
import { secretWords } from "./secret-words";

/** What signs webhooks, and the three steps by which it is replaced (D-37). */
export function WebhookSecret({ ends }: { ends: SecretEnds }) {
  const said = useWords(secretWords);
  const mayWrite = useMay("webhook.write");
  const [open, setOpen] = useState<SecretStep | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <Section title={said.title}>
      <p className="mb-3 max-w-prose text-ink-soft">{said.intro}</p>
      <SecretFacts ends={ends} />
      <div aria-live="polite" className="mt-3 empty:hidden">
        {done && <Notice tone="good" title={done} />}
      </div>
      {mayWrite && (
        <Steps
          ends={ends}
          onOpen={(step) => {
            setDone(null);
            setOpen(step);
          }}
        />
      )}
      {open && (
        <SecretStepDialog
          step={open}
          ends={ends}
          onClose={(sentence) => {
            setOpen(null);
            setDone(sentence);
          }}
        />
      )}
    </Section>
  );
}

function SecretFacts({ ends: { presentEnd, nextEnd, previous } }: { ends: SecretEnds }) {
  const said = useWords(secretWords);
  const beside = [nextEnd, previous?.end].filter((end) => typeof end === "string");
  return (
    <Facts
      facts={[
        {
          term: said.signs,
          value: (
            <>
              {said.ends(presentEnd)} <span className="block text-ink-soft">{said.signsNote}</span>
            </>
          ),
        },
        {
          term: said.alsoSigns,
          value:
            beside.length === 0 ? (
              said.nobody
            ) : (
              <>
                {beside.map((end) => said.ends(end)).join(", ")}
                <span className="block text-ink-soft">{said.alsoNote}</span>
              </>
            ),
        },
        ...(previous ? [{ term: said.until, value: <Moment at={previous.until} /> }] : []),
      ]}
    />
  );
}

function Steps({
  ends: { nextEnd, previous },
  onOpen,
}: {
  ends: SecretEnds;
  onOpen: (step: SecretStep) => void;
}) {
  const said = useWords(secretWords);
  const isPrepared = nextEnd !== null;
  const steps = [
    {
      title: said.prepareTitle,
      text: said.prepareText,
      isCurrent: !isPrepared,
      action: (
        <Button onClick={() => onOpen("prepare")}>{isPrepared ? said.prepareAgain : said.prepare}</Button>
      ),
    },
    { title: said.acceptTitle, text: said.acceptText, isCurrent: isPrepared, action: null },
    {
      title: said.activateTitle,
      text: said.activateText,
      isCurrent: false,
      action: (
        <>
          {isPrepared && (
            <Button tone="primary" onClick={() => onOpen("activate")}>
              {said.activate}
            </Button>
          )}
          {previous && <Button onClick={() => onOpen("rollback")}>{said.rollback}</Button>}
        </>
      ),
    },
  ];
  return (
    <ol className="mt-4 grid gap-4 lg:grid-cols-3">
      {steps.map(({ title, text, isCurrent, action }, index) => (
        <li
          key={title}
          aria-current={isCurrent ? "step" : undefined}
          className="flex flex-col gap-2 rounded-card border border-line p-4 aria-[current=step]:border-accent"
        >
          <p className="text-ink-soft">
            {said.step(index + 1)}
            {isCurrent && <span className="sr-only">, {said.current}</span>}
          </p>
          <h3 className="font-medium">{title}</h3>
          <p className="grow text-ink-soft">{text}</p>
          {action && <div className="flex flex-wrap gap-2 empty:hidden">{action}</div>}
        </li>
      ))}
    </ol>
  );
}
