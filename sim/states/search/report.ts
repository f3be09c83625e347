import { describeMove } from "../model/move";
import { describeRow, modelTables, rows } from "../model/rows";
import { sceneAt } from "../model/scenes";
import type { Graph } from "./explore";
import { extendPath, findPath, type Path, toMove } from "./paths";

/** Writes a path as text, one move on a line. */
export const writePath = ({ scene, moves }: Path): string =>
  [`  ${sceneAt(scene).name}`, ...moves.map((move, index) => `  ${index + 1}. ${describeMove(move)}`)].join("\n");

/** Describes the fault of a search with the shortest path to it; null where there is none. */
export function describeFault(graph: Graph): string | null {
  const { fault } = graph;
  if (fault === null) return null;
  const path = findPath(graph, fault.state);
  const whole = fault.move === null ? path : extendPath(path, [toMove(fault.move)]);
  return `A state breaks a rule: ${fault.what}\n${writePath(whole)}`;
}

/** Describes the nearest of the stuck states; null where there are none. */
export function describeStuck(graph: Graph, stuck: readonly number[]): string | null {
  const [first] = stuck;
  if (first === undefined) return null;
  return `${stuck.length} states have no way to an end without a person; the nearest is:\n${writePath(findPath(graph, first))}`;
}

/** Describes the rows that no reachable state uses; null where there are none. */
export function describeDeadRows(used: ReadonlySet<number>): string | null {
  const dead = rows.filter((_, number) => !used.has(number));
  if (dead.length === 0) return null;
  return `Rows of the tables that no path of the model uses:\n${dead.map((row) => `  ${describeRow(row)}`).join("\n")}`;
}

/** Names the tables whose records the model does not have. */
export const listForeignTables = (tables: readonly { readonly name: string }[]): string[] =>
  tables.flatMap(({ name }) => (modelTables.some((table) => table.name === name) ? [] : [name]));
