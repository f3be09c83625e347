"use client";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { Popover } from "../../ui/popover";
import type { Colleague, ColleagueAction } from "./colleague";

interface ColleagueMenuProps {
  readonly colleague: Colleague;
  onChoose(action: ColleagueAction): void;
}

/** What an administrator can do about a colleague: the role, a lost second factor, and the removal at the end. */
export function ColleagueMenu({ colleague, onChoose }: ColleagueMenuProps) {
  const t = useTranslations("staff.people");
  const person = colleague.name || colleague.email;
  const actions: ColleagueAction[] = colleague.hasSecondFactor ? ["role", "reset", "remove"] : ["role", "remove"];
  const label = t("ofPerson", { what: t("manage"), person });
  return (
    <Popover
      label={label}
      buttonClass="inline-flex min-h-9 cursor-pointer items-center rounded-control border border-field-line px-3 font-medium hover:bg-surface max-sm:min-h-11"
      button={
        <>
          <span aria-hidden="true">{t("manage")}</span>
          <span className="sr-only">{label}</span>
        </>
      }
    >
      {(close) => (
        <span className="flex flex-col gap-2">
          {actions.map((action) => (
            <Button
              key={action}
              {...(action === "remove" && { tone: "danger" as const })}
              onClick={() => {
                close();
                onChoose(action);
              }}
            >
              {t(`does.${action}`)}
            </Button>
          ))}
        </span>
      )}
    </Popover>
  );
}
