"use client";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { useTranslations } from "use-intl/react";
import type { FirstStep } from "@/server/domain/first-steps";
import { Link } from "../ui/link";
import { Section } from "../ui/section";
import type { FirstStepsView } from "./partner-types";
import { useTRPC } from "./trpc";

/** What is left to do before the first payment of a live installation. It disappears when everything is done. */
export function FirstSteps() {
  const t = useTranslations("staff.firstSteps");
  const { data } = useQuery(useTRPC().partner.firstSteps.queryOptions());
  if (!data) return null;
  const { steps } = data;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Section
      title={t("title")}
      actions={<span className="text-ink-soft">{t("progress", { done, all: steps.length })}</span>}
    >
      <p className="mb-3 text-ink-soft">{t("intro")}</p>
      <ol className="divide-y divide-line rounded-card border border-line">
        {steps.map(({ step, isDone }) => (
          <li
            key={step}
            className="flex gap-3 px-4 py-2 aria-[current=step]:bg-surface"
            aria-current={step === next ? "step" : undefined}
          >
            <Mark isDone={isDone} />
            <div className="min-w-0">
              <StepTitle step={step} isDone={isDone} href={findPlace(step, data)} />
              {!isDone && <p className="text-ink-soft">{t(`steps.${step}.help`)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  const t = useTranslations("staff.firstSteps");
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <span className={`shrink-0 ${isDone ? "mt-0.5 text-good" : "mt-1.5 text-ink-soft max-sm:mt-3.5"}`}>
      <Icon aria-hidden="true" size={18} />
      <span className="sr-only">{isDone ? t("doneWord") : t("openWord")}</span>
    </span>
  );
}

function StepTitle({ step, isDone, href }: { step: FirstStep; isDone: boolean; href: string | null }) {
  const t = useTranslations("staff.firstSteps");
  const title = t(`steps.${step}.title`);
  if (isDone || href === null)
    return <p className={isDone ? "text-ink-soft" : "py-1 font-medium max-sm:py-3"}>{title}</p>;
  return (
    <p className="py-1 font-medium max-sm:py-3">
      <Link href={href} className="text-accent underline underline-offset-2">
        {title}
      </Link>
    </p>
  );
}

/** Returns the screen on which a step is taken; null where it is taken elsewhere or an earlier step comes first. */
function findPlace(step: FirstStep, { partnerId, terminalId }: FirstStepsView): string | null {
  const ofPartner = (path: string) => partnerId && `/staff/partners/${partnerId}/${path}`;
  const ofTerminal = (path = "") => terminalId && `/staff/terminals/${terminalId}${path}`;
  const places: Record<FirstStep, string | null> = {
    mail: null,
    bins: "/staff/bins/import",
    second_person: "/staff/people",
    merchant: "/staff/partners/new",
    acceptance: ofPartner("documents"),
    terminal: ofTerminal() ?? ofPartner("terminals/new"),
    tariff: ofTerminal("/tariffs"),
    diagnosis: ofTerminal(),
    live: ofTerminal(),
    payment: ofPartner("people"),
  };
  return places[step];
}
