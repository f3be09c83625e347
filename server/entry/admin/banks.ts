import { type BoardItem, type CallShare, getBankBoard } from "@/server/usecases/banks/board-queries";
import type { AdminCommand } from "./command";

/** The command that shows how the banks answer (D-375). */
export const bankBoardCommands: readonly AdminCommand[] = [
  {
    name: "banks",
    parameters: [],
    help: "shows how each bank answers: its condition, successes, times, last answer and failure",
    run: async (ctx) => (await getBankBoard(ctx)).flatMap(formatItem),
  },
];

const words: Readonly<Record<BoardItem["condition"], string>> = {
  paused: "PAUSED BY US, because it cannot be reached",
  down: "DOWN",
  slow: "SLOW",
  works: "works",
  quiet: "quiet",
};

function formatItem(item: BoardItem): string[] {
  const { name, host, condition, quarter, hour, day, medianMs, p95Ms, hashMismatches, refused, openOutcomes } = item;
  const terminals = `${item.terminals} active terminals`;
  if (host === null) return [`${name}: not called in the last two weeks, ${terminals}`];
  const facts = [
    ...(hashMismatches > 0 ? [`${hashMismatches} wrong hashes in 24 h`] : []),
    ...(refused > 0 ? [`${refused} cards refused in 1 h`] : []),
    ...(openOutcomes > 0 ? [`${openOutcomes} calls without an outcome`] : []),
    terminals,
  ];
  return [
    `${name} (${host}): ${words[condition]}`,
    `  answered: ${formatShare(quarter)} in 15 min, ${formatShare(hour)} in 1 h, ${formatShare(day)} in 24 h`,
    ...(medianMs === null || p95Ms === null ? [] : [`  time: median ${medianMs} ms, 95 % within ${p95Ms} ms`]),
    `  last answer: ${formatLast(item.lastAnswer)}; last failure: ${formatLast(item.lastFailure)}`,
    `  ${facts.join(", ")}`,
  ];
}

const formatShare = ({ calls, answered }: CallShare): string => (calls === 0 ? "no calls" : `${answered}/${calls}`);

const formatLast = (last: BoardItem["lastAnswer"]): string =>
  last === null ? "none" : `${last.at.toISOString()} ${last.result}`;
