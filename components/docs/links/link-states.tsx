import { finalStates, findMove, type LinkStatus, linkTable, sourceStates } from "@/server/domain/states";
import { GuideStacked } from "../guide/guide-stacked";
import { WordsWithCode } from "../guide/words-with-code";
import type { LinkWords } from "./link-words";

/** Renders the transition table of links (§3.1, D-10) in words. */
export function LinkStates({ words }: { words: LinkWords["states"] }) {
  const rows = linkTable.states.map(
    (state) =>
      [
        `${coded(state)} ${words.names[state].replaceAll(" ", noBreak)}`,
        words.meanings[state],
        isPayable(state) ? words.yes : words.no,
        listNextStates(state).map(coded).join(", ") || words.final,
        listEvents(state).map(coded).join(", ") || words.noEvent,
      ] as const,
  );
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
    </>
  );
}

const noBreak = "\u00a0";

const coded = (name: string) => `\`${name}\``;

/** Returns whether a link can be paid in this state, which means that 3-D Secure may start. */
const isPayable = (state: LinkStatus): boolean => findMove(linkTable, state, "initiated") !== null;

const listNextStates = (state: LinkStatus): LinkStatus[] =>
  finalStates(linkTable).includes(state)
    ? []
    : linkTable.states.filter((to) => findMove(linkTable, state, to) !== null);

/** Lists the events that the merchant receives when a link enters the state. */
const listEvents = (state: LinkStatus): string[] => [
  ...new Set(sourceStates(linkTable, state).flatMap((from) => findMove(linkTable, from, state)?.event ?? [])),
];
