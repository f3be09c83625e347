import type { ReactNode } from "react";
import type { Sentences } from "../words";
import type { StateWords } from "./state-words";

type State = keyof StateWords["states"];

interface StoryProps {
  /** Where the link stands: a dot and a word above the title; null where that is not what the page is about. */
  readonly state: State | null;
  readonly sentences: Sentences;
  readonly words: StateWords;
  readonly children?: ReactNode;
}

/** What happened, whether money moved, what to do; then what can be done. */
export const Story = ({ state, sentences, words, children }: StoryProps) => (
  <div className="story">
    {state ? <StateMark state={state} words={words} /> : null}
    <h1>{sentences.title}</h1>
    <p>{sentences.what}</p>
    <p className="money">{sentences.money}</p>
    <p>{sentences.next}</p>
    {children}
  </div>
);

/** The colour never says it alone. */
export const StateMark = ({ state, words }: { state: State; words: StateWords }) => (
  <p className={`state ${toneOf[state]}`}>{words.states[state]}</p>
);

const toneOf: Record<State, string> = {
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
