import { rows } from "../model/rows";
import type { Graph } from "./explore";
import { extendPath, findPath, type Path, toMove } from "./paths";

/**
 * Two rows of the tables that one path uses one after the other: no other row is used between them, although the bank,
 * the network or the clock may make moves. `path` is a shortest path that ends with the second one.
 */
export interface RowPair {
  readonly first: number;
  readonly second: number;
  readonly path: Path;
}

/** Returns a shortest path for each row that a move uses, by the row's number. */
export function findRowPaths(graph: Graph): Map<number, Path> {
  const paths = new Map<number, Path>();
  forEachEdge(graph, (state, edge) => {
    for (const row of rowsOf(graph, edge)) {
      if (!paths.has(row)) paths.set(row, extendPath(findPath(graph, state), [toMove(graph.edgeMoves[edge] ?? -1)]));
    }
    return paths.size < rows.length;
  });
  return paths;
}

/** Finds every pair of rows that can follow each other. */
export function findRowPairs(graph: Graph): RowPair[] {
  const followers = findFollowers(graph);
  const search = new PairSearch(graph);
  return followers.flatMap((seconds, first) => (seconds.size > 0 ? search.findPaths(first, seconds) : []));
}

/** Calls `visit` for each edge with the state where it begins, in the order of the states, until it returns false. */
function forEachEdge({ offsets }: Graph, visit: (state: number, edge: number) => boolean): void {
  for (let state = 0; state < offsets.length - 1; state += 1) {
    const to = offsets[state + 1] ?? 0;
    for (let edge = offsets[state] ?? 0; edge < to; edge += 1) if (!visit(state, edge)) return;
  }
}

const rowsOf = ({ edgeRows, rowSets }: Graph, edge: number): readonly number[] => rowSets[edgeRows[edge] ?? 0] ?? [];

/**
 * The rows that may have been used last before each state, as sets of bits: one word for the first 32 rows, one for the
 * others.
 */
class LastRows {
  private readonly low: Int32Array;
  private readonly high: Int32Array;

  constructor(count: number) {
    [this.low, this.high] = [new Int32Array(count), new Int32Array(count)];
  }

  /** Adds rows to those of a state. Returns whether any was new. */
  add(state: number, low: number, high: number): boolean {
    const [oldLow, oldHigh] = [this.low[state] ?? 0, this.high[state] ?? 0];
    this.low[state] = oldLow | low;
    this.high[state] = oldHigh | high;
    return this.low[state] !== oldLow || this.high[state] !== oldHigh;
  }

  addList(state: number, list: readonly number[]): boolean {
    let [low, high] = [0, 0];
    for (const row of list) {
      if (row < 32) low |= 1 << row;
      else high |= 1 << (row - 32);
    }
    return this.add(state, low, high);
  }

  addOf(state: number, other: number): boolean {
    return this.add(state, this.low[other] ?? 0, this.high[other] ?? 0);
  }

  has(state: number, row: number): boolean {
    const word = row < 32 ? (this.low[state] ?? 0) >>> row : (this.high[state] ?? 0) >>> (row - 32);
    return (word & 1) === 1;
  }
}

/** Finds, for each row, the rows that can follow it. */
function findFollowers(graph: Graph): Set<number>[] {
  const last = markLastRows(graph);
  const followers = rows.map(() => new Set<number>());
  forEachEdge(graph, (state, edge) => {
    const seconds = rowsOf(graph, edge);
    if (seconds.length === 0) return true;
    followers.forEach((known, first) => {
      if (last.has(state, first)) for (const second of seconds) known.add(second);
    });
    return true;
  });
  return followers;
}

/** Spreads the rows over the moves that use none, until no state learns anything. */
function markLastRows(graph: Graph): LastRows {
  const { store, offsets, targets, edgeRows } = graph;
  const last = new LastRows(store.count);
  const waiting: number[] = [];
  forEachEdge(graph, (_, edge) => {
    const target = targets[edge] ?? 0;
    if (edgeRows[edge] !== 0 && last.addList(target, rowsOf(graph, edge))) waiting.push(target);
    return true;
  });
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const to = offsets[state + 1] ?? 0;
    for (let edge = offsets[state] ?? 0; edge < to; edge += 1) {
      const target = targets[edge] ?? 0;
      if (edgeRows[edge] === 0 && last.addOf(target, state)) waiting.push(target);
    }
  }
  return last;
}

/** Searches for the shortest paths of the pairs that begin with one row after the other. */
class PairSearch {
  /** The edge by which the present search has come to a state, and the row of that search. */
  private readonly arrivals: Int32Array;
  private readonly visits: Int32Array;
  private readonly depths: Int32Array;
  /** The edges that use each row, in the order of the states where they begin. */
  private readonly edgesByRow: readonly number[][];

  constructor(private readonly graph: Graph) {
    const { count } = graph.store;
    [this.arrivals, this.visits] = [new Int32Array(count), new Int32Array(count).fill(-1)];
    this.depths = new Int32Array(count);
    graph.parents.forEach((parent, state) => {
      this.depths[state] = parent < 0 ? 0 : (this.depths[parent] ?? 0) + 1;
    });
    const edgesByRow = rows.map((): number[] => []);
    forEachEdge(graph, (_, edge) => {
      for (const row of rowsOf(graph, edge)) edgesByRow[row]?.push(edge);
      return true;
    });
    this.edgesByRow = edgesByRow;
  }

  /** Finds a shortest path for each second row, level by level from the moves on that use the first one. */
  findPaths(first: number, seconds: ReadonlySet<number>): RowPair[] {
    const found = new Map<number, RowPair>();
    const seeds = this.edgesByRow[first] ?? [];
    let frontier: number[] = [];
    let used = 0;
    for (let depth = 0; found.size < seconds.size; depth += 1) {
      for (; used < seeds.length; used += 1) {
        const edge = seeds[used] ?? 0;
        if ((this.depths[this.sourceOf(edge)] ?? 0) > depth) break;
        this.arrive(edge, first, frontier);
      }
      frontier = this.spread(first, frontier, (second, edge) => {
        if (!found.has(second)) found.set(second, { first, second, path: this.tracePath(edge) });
      });
    }
    return [...found.values()];
  }

  private arrive(edge: number, first: number, frontier: number[]): void {
    const target = this.graph.targets[edge] ?? 0;
    if (this.visits[target] === first) return;
    this.visits[target] = first;
    this.arrivals[target] = edge;
    frontier.push(target);
  }

  /** Makes the moves of a level. Returns the states to which moves lead that use no row. */
  private spread(first: number, frontier: readonly number[], meet: (second: number, edge: number) => void): number[] {
    const { offsets, edgeRows } = this.graph;
    const next: number[] = [];
    for (const state of frontier) {
      const to = offsets[state + 1] ?? 0;
      for (let edge = offsets[state] ?? 0; edge < to; edge += 1) {
        if (edgeRows[edge] === 0) this.arrive(edge, first, next);
        else for (const second of rowsOf(this.graph, edge)) meet(second, edge);
      }
    }
    return next;
  }

  /** Returns the path that ends with an edge: back to the use of the first row, and by a shortest path before it. */
  private tracePath(lastEdge: number): Path {
    const backwards = [lastEdge];
    let edge = lastEdge;
    do {
      edge = this.arrivals[this.sourceOf(edge)] ?? 0;
      backwards.push(edge);
    } while (this.graph.edgeRows[edge] === 0);
    const prefix = findPath(this.graph, this.sourceOf(edge));
    return extendPath(
      prefix,
      backwards.reverse().map((each) => toMove(this.graph.edgeMoves[each] ?? -1)),
    );
  }

  /** Returns the state where an edge begins, by halving. */
  private sourceOf(edge: number): number {
    const { offsets } = this.graph;
    let [low, high] = [0, offsets.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] ?? 0) <= edge) low = middle;
      else high = middle;
    }
    return low;
  }
}
