"use client";
import { useMutation } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { Eye } from "lucide-react";
import { useEffect } from "react";
import superjson from "superjson";
import { useTranslations } from "use-intl/react";
import type { StaffRouter } from "@/server/entry/staff/router-type";
import { Button } from "../ui/button";
import { dateTimeText } from "../ui/date-time";
import { FailureNotice } from "../ui/failure";
import { useLanguage } from "../ui/language";

/** A member of staff who views the account, as the shell shows it. */
export interface ShownViewing {
  /** Who views the account: the member of staff. */
  readonly email: string;
  readonly partnerId: string;
  readonly accountName: string;
  readonly expiresAt: Date;
}

/**
 * Says on every screen of the panel that a member of staff views it, whose it is, and that nothing can be changed; and
 * ends the viewing. When its time is over, the browser returns to the merchant's page in the back-office.
 */
export function ViewingBanner({ viewing: { email, partnerId, accountName, expiresAt } }: { viewing: ShownViewing }) {
  const t = useTranslations("panel.viewing");
  const language = useLanguage();
  const leave = () => window.location.assign(`/staff/partners/${encodeURIComponent(partnerId)}`);
  const end = useMutation({ mutationFn: endViewing, onSuccess: leave });
  const endsAtMs = expiresAt.getTime();
  useEffect(() => {
    const timer = setTimeout(
      () => window.location.assign(`/staff/partners/${encodeURIComponent(partnerId)}`),
      Math.max(0, endsAtMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [endsAtMs, partnerId]);
  return (
    <section
      aria-label={t("label")}
      className="sticky top-0 z-30 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b-2 border-warn bg-surface px-4 py-2 sm:px-6 lg:px-8"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Eye aria-hidden="true" size={16} className="shrink-0 text-warn" />
        <span className="wrap-anywhere">
          <strong className="font-semibold">{t("title", { account: accountName })}</strong>{" "}
          {t("text", { person: email, until: dateTimeText(expiresAt, language, "time") })}
        </span>
      </p>
      <Button isBusy={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
        {t("end")}
      </Button>
      {end.error && <FailureNotice error={end.error} title={t("notEnded")} />}
    </section>
  );
}

/** Ends the viewing by the back-office, to which the session belongs. */
const endViewing = () =>
  createTRPCClient<StaffRouter>({
    links: [httpBatchLink({ url: "/api/staff/trpc", transformer: superjson, headers: { "x-vezne-page": "1" } })],
  }).viewing.end.mutate();
