import type { RealTime } from "@/server/domain/real-time";
import type { Lane, Owner } from "./lane";

/** What the network and the jobs of a process need of it. */
export interface MachineParts {
  readonly owner: Owner;
  readonly realTime: RealTime;
  /** Opens a queue of steps of the process. */
  open(name: string): Lane;
  /** Has this called when the process dies. */
  onDeath(end: () => void): void;
}
