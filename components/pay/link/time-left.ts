import type { PayTexts } from "@/messages/pay-texts";

type Translator = PayTexts["t"];

/** Formats a remaining time in ms as `27 dk 12 sn`, exactly as `link-wait.js` does. */
export function formatTimeLeft(leftMs: number, t: Translator): string {
  const seconds = Math.ceil(leftMs / 1000);
  if (seconds <= 0) return t("link.left.over");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(String) as [
    string,
    string,
    string,
  ];
  if (seconds >= 3600) return t("link.left.hours", { h, m });
  return seconds >= 60 ? t("link.left.minutes", { m, s }) : t("link.left.seconds", { s });
}

/** Returns the texts by which the script writes the remaining time. It fills in `{h}`, `{m}` and `{s}` itself. */
export const toTimeLeftTexts = (t: Translator): Readonly<Record<"hours" | "minutes" | "seconds" | "over", string>> => ({
  hours: t.raw("link.left.hours"),
  minutes: t.raw("link.left.minutes"),
  seconds: t.raw("link.left.seconds"),
  over: t("link.left.over"),
});
