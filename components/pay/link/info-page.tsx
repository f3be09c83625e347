import type { LinkPage } from "@/server/domain/link-page";
import { LinkSummary } from "./link-summary";
import type { StateWords } from "./state-words";
import { Story } from "./story";

type InfoPageKind = "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended";

interface InfoPageProps {
  readonly page: Extract<LinkPage, { kind: InfoPageKind }>;
  readonly words: StateWords;
}

/** Nothing can be paid here, now or for good: says so, and whom to ask. */
export const InfoPage = ({ page: { kind, face }, words }: InfoPageProps) => (
  <Story
    state={kind === "expired" || kind === "cancelled" ? kind : "unavailable"}
    sentences={words.info[kind]}
    words={words}
  >
    <LinkSummary face={face} words={words} hasDeadline={kind !== "cancelled"} />
  </Story>
);
