import { systemClock } from "../clock";
import { mayStillBeSent } from "./inquiry";

/**
 * An instant by both clocks of the machine, in ms. The monotonic clock stops while a virtual machine is suspended, and
 * the wall clock can be set back, so the elapsed time is the larger of the two differences.
 */
export interface MachineTime {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export const machineTime = (): MachineTime => ({
  monotonicMs: performance.now(),
  wallMs: systemClock.now().getTime(),
});

/**
 * Returns whether a call that moves money may still be sent after its intent was recorded (D-46). More than 60 seconds
 * later it may not, because another process may already have recorded that the bank did not do it.
 */
export const isInSendWindow = (recordedAt: MachineTime, now: MachineTime = machineTime()): boolean =>
  mayStillBeSent(Math.max(now.monotonicMs - recordedAt.monotonicMs, now.wallMs - recordedAt.wallMs));
