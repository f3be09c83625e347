import { systemClock } from "../clock";
import { mayStillBeSent } from "./inquiry";

/**
 * An instant by both clocks of the machine. The monotonic one stands still while a virtual machine is suspended, the wall
 * clock can be set back, so what has passed since is the larger of the two differences. ms
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
 * Whether a call that moves money may still be sent, so long after its intent was recorded (D-46): later than 60 s,
 * another process may already have found that the bank has not done it.
 */
export const isInSendWindow = (recordedAt: MachineTime, now: MachineTime = machineTime()): boolean =>
  mayStillBeSent(Math.max(now.monotonicMs - recordedAt.monotonicMs, now.wallMs - recordedAt.wallMs));
