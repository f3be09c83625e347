"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useMay } from "../role";
import { type SecretEnds, type SecretStep, SecretStepDialog } from "./secret-step-dialog";

/** The webhook secrets and the three steps of a rotation (D-37). */
export function WebhookSecret({ ends }: { ends: SecretEnds }) {
  const t = useTranslations("panel.secret");
  const mayWrite = useMay("webhook.write");
  const [open, setOpen] = useState<SecretStep | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <Section title={t("title")}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("intro")}</p>
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
  const t = useTranslations("panel.secret");
  const additionalEnds = [nextEnd, previous?.end].filter((end) => typeof end === "string");
  return (
    <Facts
      facts={[
        {
          term: t("signs"),
          value: (
            <>
              {t("ends", { end: presentEnd })} <span className="block text-ink-soft">{t("signsNote")}</span>
            </>
          ),
        },
        {
          term: t("alsoSigns"),
          value:
            additionalEnds.length === 0 ? (
              t("nobody")
            ) : (
              <>
                {additionalEnds.map((end) => t("ends", { end })).join(", ")}
                <span className="block text-ink-soft">{t("alsoNote")}</span>
              </>
            ),
        },
        ...(previous ? [{ term: t("until"), value: <DateTime at={previous.until} /> }] : []),
      ]}
    />
  );
}

function Steps({ ends: { nextEnd, previous }, onOpen }: { ends: SecretEnds; onOpen: (step: SecretStep) => void }) {
  const t = useTranslations("panel.secret");
  const isPrepared = nextEnd !== null;
  const steps = [
    {
      title: t("prepareTitle"),
      text: t("prepareText"),
      isCurrent: !isPrepared,
      action: <Button onClick={() => onOpen("prepare")}>{isPrepared ? t("prepareAgain") : t("prepare")}</Button>,
    },
    { title: t("acceptTitle"), text: t("acceptText"), isCurrent: isPrepared, action: null },
    {
      title: t("activateTitle"),
      text: t("activateText"),
      isCurrent: false,
      action: (
        <>
          {isPrepared && (
            <Button tone="primary" onClick={() => onOpen("activate")}>
              {t("activate")}
            </Button>
          )}
          {previous && <Button onClick={() => onOpen("rollback")}>{t("rollback")}</Button>}
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
            {t("step", { number: index + 1 })}
            {isCurrent && <span className="sr-only">, {t("current")}</span>}
          </p>
          <h3 className="font-medium">{title}</h3>
          <p className="grow text-ink-soft">{text}</p>
          {action && <div className="flex flex-wrap gap-2 empty:hidden">{action}</div>}
        </li>
      ))}
    </ol>
  );
}
