import type { ReactNode } from "react";
import type { Sentences } from "@/components/pay/words";
import type { StateWords } from "./state-words";

type State = keyof StateWords["states"];

interface StateMessageProps {
  /** The link's state, shown as a dot and a word above the title; null on pages about something else. */
  readonly state: State | null;
  readonly sentences: Sentences;
  readonly words: StateWords;
  readonly children?: ReactNode;
}

/** Renders what happened, whether money moved and what to do, followed by the controls. */
export const StateMessage = ({ state, sentences, words, children }: StateMessageProps) => (
  <div className="story">
    {state ? <StateMark state={state} words={words} /> : null}
    <h1>{sentences.title}</h1>
    <p>{sentences.what}</p>
    <p className="money">{sentences.money}</p>
    <p>{sentences.next}</p>
    {children}
  </div>
);

/** Renders the state as a coloured dot with a word, because a colour alone is not accessible. */
export const StateMark = ({ state, words }: { state: State; words: StateWords }) => (
  <p className={`state ${tones[state]}`}>{words.states[state]}</p>
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
