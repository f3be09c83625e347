import { getKind, moves } from "../model/moves";
import type { Graph } from "./explore";

/** The use-cases that make each row of the tables, by the row's number; sorted by name. */
export type RowUses = ReadonlyMap<number, readonly string[]>;

/** Collects which use-cases make which rows. A row that no move uses is missing. */
export function collectUses({ edgeMoves, edgeRows, rowSets }: Graph): RowUses {
  const makers = moves.map((move) => getKind(move).useCase);
  const seen = new Map<number, Set<string>>();
  const counted = new Set<number>();
  edgeRows.forEach((set, edge) => {
    const move = edgeMoves[edge] ?? -1;
    // There are a few hundred different moves with different rows, and millions of edges.
    const key = set * moves.length + move;
    if (set === 0 || counted.has(key)) return;
    counted.add(key);
    for (const row of rowSets[set] ?? []) addUse(seen, row, makers[move] ?? null);
  });
  return new Map(Array.from(seen, ([row, names]) => [row, [...names].sort()]));
}

function addUse(seen: Map<number, Set<string>>, row: number, maker: string | null): void {
  const names = seen.get(row) ?? new Set();
  seen.set(row, names);
  if (maker !== null) names.add(maker);
}
