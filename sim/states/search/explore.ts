import type { Draft } from "../model/draft";
import { findBrokenInvariant, type Invariant, invariants } from "../model/invariants";
import { makeMoves } from "../model/moves";
import type { Rules } from "../model/rules";
import { beginScene } from "../model/scenes";
import type { State } from "../model/state";
import { IntList } from "./int-list";
import { StateStore } from "./state-store";

/** A mistake that the search has found: in a state, or in a move from it. */
interface Fault {
  readonly what: string;
  readonly state: number;
  /** The number of the move that no table lists; null where the state itself is the mistake. */
  readonly move: number | null;
}

/** The states that can be reached, and the moves between them. */
export interface Graph {
  readonly store: StateStore;
  /** The state from which each state was found first, on a shortest path; -1 for a beginning. */
  readonly parents: Int32Array;
  /** The number of the last move of that path. */
  readonly parentMoves: Int32Array;
  /** Where the moves of each state begin in the three lists below; one more at the end. */
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  readonly edgeMoves: Int32Array;
  /** The index in `rowSets` of the rows that a move uses. */
  readonly edgeRows: Int32Array;
  /** Lists of the numbers of rows. The first one is empty. */
  readonly rowSets: readonly (readonly number[])[];
  /** Whether every state was looked at; else the search has ended at its bound or at a fault. */
  readonly isComplete: boolean;
  readonly fault: Fault | null;
}

export interface Exploration {
  readonly rules: Rules;
  /** The scenes to begin with, by index. */
  readonly scenes: readonly number[];
  /** The search ends when it has found so many states. */
  readonly statesMax?: number;
  /** What is checked in each state; all invariants by default. */
  readonly checked?: readonly Invariant[];
  /** Whether a move that no table lists is left out, as the product does it; it is a fault by default. */
  readonly leavesOutMissing?: boolean;
}

/**
 * Visits the states that can be reached, breadth first, so that the first path to a state is a shortest one. Checks the
 * invariants in each state, and ends at the first one that breaks, or at a move that no table lists.
 */
export function explore(exploration: Exploration): Graph {
  const { scenes, statesMax = Number.POSITIVE_INFINITY } = exploration;
  const search = new Search(exploration);
  for (const scene of scenes) search.begin(beginScene(scene));
  while (search.hasNext && search.store.count < statesMax) search.lookAtNext();
  return search.toGraph();
}

class Search {
  readonly store = new StateStore();
  private readonly parents = new IntList();
  private readonly parentMoves = new IntList();
  private readonly offsets = new IntList();
  private readonly targets = new IntList();
  private readonly edgeMoves = new IntList();
  private readonly edgeRows = new IntList();
  private readonly rowSets: number[][] = [[]];
  private readonly rowSetIndexes = new Map<string, number>();
  private looked = 0;
  private fault: Fault | null = null;

  constructor(private readonly exploration: Exploration) {}

  begin(state: State): void {
    this.store.add(state);
    this.parents.push(-1);
    this.parentMoves.push(-1);
  }

  get hasNext(): boolean {
    return this.fault === null && this.looked < this.store.count;
  }

  /** Makes every move of the first state that was not looked at. */
  lookAtNext(): void {
    const number = this.looked;
    const state = this.store.get(number);
    this.offsets.push(this.targets.length);
    this.looked += 1;
    makeMoves(
      state,
      this.exploration.rules,
      (move, next) => this.follow(state, number, move, next),
      (move, { message: what }) => {
        if (!this.exploration.leavesOutMissing) this.fault ??= { what, state: number, move };
      },
    );
  }

  private follow(state: State, number: number, move: number, next: Draft): void {
    const known = this.store.count;
    const target = this.store.addNext(next, state, number);
    this.targets.push(target);
    this.edgeMoves.push(move);
    this.edgeRows.push(this.internRows(next.rows));
    if (target < known) return;
    this.parents.push(number);
    this.parentMoves.push(move);
    const what = findBrokenInvariant(next, this.exploration.checked ?? invariants);
    if (what !== null) this.fault ??= { what, state: target, move: null };
  }

  /** Returns the index of a list of rows. There are few different ones. */
  private internRows(rows: readonly number[]): number {
    if (rows.length === 0) return 0;
    const key = rows.join();
    const known = this.rowSetIndexes.get(key);
    if (known !== undefined) return known;
    this.rowSetIndexes.set(key, this.rowSets.length);
    return this.rowSets.push([...new Set(rows)]) - 1;
  }

  toGraph(): Graph {
    const isComplete = !this.hasNext && this.fault === null;
    this.offsets.push(this.targets.length);
    return {
      store: this.store,
      parents: this.parents.view(),
      parentMoves: this.parentMoves.view(),
      offsets: this.offsets.view(),
      targets: this.targets.view(),
      edgeMoves: this.edgeMoves.view(),
      edgeRows: this.edgeRows.view(),
      rowSets: this.rowSets,
      isComplete,
      fault: this.fault,
    };
  }
}
