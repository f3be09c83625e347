import { finalStates, findMove, type LinkStatus, linkTable, sourcesOf } from "@/server/domain/states";
import { GuideStacked } from "./guide-stacked";
import type { LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";

/** The table by which links move (§3.1, D-10), as words. */
export function LinkStates({ words }: { words: LinkWords["states"] }) {
  const rows = linkTable.states.map(
    (state) =>
      [
        `${coded(state)} ${words.names[state].replaceAll(" ", noBreak)}`,
        words.meanings[state],
        isPayable(state) ? words.yes : words.no,
        followersOf(state).map(coded).join(", ") || words.final,
        toldOf(state).map(coded).join(", ") || words.untold,
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

/** A link can be paid where 3-D Secure may start. */
const isPayable = (state: LinkStatus): boolean => findMove(linkTable, state, "initiated") !== null;

const followersOf = (state: LinkStatus): LinkStatus[] =>
  finalStates(linkTable).includes(state)
    ? []
    : linkTable.states.filter((to) => findMove(linkTable, state, to) !== null);

/** What the merchant is told when a link comes into a state. */
const toldOf = (state: LinkStatus): string[] => [
  ...new Set(sourcesOf(linkTable, state).flatMap((from) => findMove(linkTable, from, state)?.event ?? [])),
];
