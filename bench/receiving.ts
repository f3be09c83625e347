import { type AtEnd, startProgram } from "./processes";

/** A delivery that reached the receiver; ms since the epoch, by the clock of this machine. */
export interface Arrival {
  readonly deliveryId: string;
  readonly at: number;
}

/** What the receiver is told. */
export type Told = { readonly awaited: number } | { readonly isHanging: boolean };

/** The merchants' servers, in a process of their own. */
export interface Receiver {
  readonly origin: string;
  /** What has arrived since the last call, once there is so much of it. */
  arrivals(count: number): Promise<Arrival[]>;
  /** Whether the path that can hang does; what it holds is answered when it no longer does. */
  hang(isHanging: boolean): void;
}

export const startReceiver = async (atEnd: AtEnd): Promise<Receiver> => {
  const { origin, process } = await startProgram("bench/receiver.ts", [], atEnd);
  const tell = (told: Told): void => void process.send(told);
  return {
    origin,
    arrivals: (awaited) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new Error(`Not all of ${awaited} deliveries arrived within a minute.`));
        const timer = setTimeout(giveUp, arriveWithinMs);
        process.once("message", ({ arrivals }: { arrivals: Arrival[] }) => {
          clearTimeout(timer);
          resolve(arrivals);
        });
        tell({ awaited });
      }),
    hang: (isHanging) => tell({ isHanging }),
  };
};

const arriveWithinMs = 60_000;
