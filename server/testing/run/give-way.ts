import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";

/** The priority of a process that gets about a third of the processor time of each usual one that competes with it. */
const lowPriority = 5;

/**
 * Lowers the priority of a process and of those that it will start. The area then ends earlier: what takes longest
 * goes on as if it were alone, and the others use the processor time that it leaves.
 */
export const giveWay = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) setPriority(pid, lowPriority);
};
