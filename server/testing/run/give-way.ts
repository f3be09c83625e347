import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";

/** The priority of a process that gets about a third of the processor time of each usual one that competes with it. */
const lowPriority = 5;

/**
 * Lowers the priority of a process and of those that it will start, so that what runs beside it and takes longer gets
 * most of the processor time, and all end earlier.
 */
export const giveWay = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) setPriority(pid, lowPriority);
};
