import type { RealTime } from "../real-time";
import { mayStillBeSent } from "./inquiry";

/**
 * An instant by both clocks of the machine, in ms. The monotonic clock stops while a virtual machine is suspended, and
 * the wall clock can be set back, so the elapsed time is the larger of the two differences.
 */
export interface MachineTime {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Both clocks of a machine. */
type MachineClocks = Pick<RealTime, "monotonicMs" | "now">;

/** Reads both clocks, before the intent of a call that moves money is recorded. */
export const machineTime = (clocks: MachineClocks): MachineTime => ({
  monotonicMs: clocks.monotonicMs(),
  wallMs: clocks.now().getTime(),
});

/**
 * Returns whether a call that moves money may still be sent after its intent was recorded (D-46). More than 60 seconds
 * later it may not, because another process may already have recorded that the bank did not do it.
 */
export function isInSendWindow(recordedAt: MachineTime, clocks: MachineClocks): boolean {
  const now = machineTime(clocks);
  return mayStillBeSent(Math.max(now.monotonicMs - recordedAt.monotonicMs, now.wallMs - recordedAt.wallMs));
}
