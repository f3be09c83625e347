import type { ReactNode } from "react";
import type { PayMessages, PayTexts } from "@/messages/pay-texts";
import type { Sentences } from "../../sentences";

type State = keyof PayMessages["link"]["states"];

interface StateMessageProps {
  /** The link's state, shown as a dot and a word above the title; null on pages about something else. */
  readonly state: State | null;
  readonly sentences: Sentences;
  readonly texts: PayTexts;
  readonly children?: ReactNode;
}

/** Renders what happened, whether money moved and what to do, followed by the controls. */
export const StateMessage = ({ state, sentences, texts, children }: StateMessageProps) => (
  <div className="story">
    {state ? <StateMark state={state} texts={texts} /> : null}
    <h1>{sentences.title}</h1>
    <p>{sentences.what}</p>
    <p className="money">{sentences.money}</p>
    <p>{sentences.next}</p>
    {children}
  </div>
);

/** Renders the state as a coloured dot with a word, because a colour alone is not accessible. */
export const StateMark = ({ state, texts: { t } }: { state: State; texts: PayTexts }) => (
  <p className={`state ${tones[state]}`}>{t(`link.states.${state}`)}</p>
);

const tones: Record<State, string> = {
  paid: "good",
  voided: "soft",
  refunded: "soft",
  partly_refunded: "good",
  failed: "bad",
  in_progress: "info",
  expired: "soft",
  cancelled: "soft",
  unavailable: "warn",
};
