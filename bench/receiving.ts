import { type AtEnd, startProgram } from "./processes";

/** A delivery that reached the receiver, with its time in ms since the epoch. */
export interface Arrival {
  readonly deliveryId: string;
  readonly at: number;
}

/** A command to the receiver: report after so many arrivals, or start and stop hanging. */
export type Command = { readonly awaited: number } | { readonly isHanging: boolean };

/** The merchants' servers, which run in a separate process. */
export interface Receiver {
  readonly origin: string;
  /** Waits for `count` arrivals and returns all arrivals since the last call. */
  arrivals(count: number): Promise<Arrival[]>;
  /** Sets whether the hanging path hangs. When it stops, the requests that it holds are answered. */
  hang(isHanging: boolean): void;
}

export const startReceiver = async (atEnd: AtEnd): Promise<Receiver> => {
  const { origin, process } = await startProgram("bench/receiver.ts", [], atEnd);
  const send = (command: Command): void => void process.send(command);
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
        send({ awaited });
      }),
    hang: (isHanging) => send({ isHanging }),
  };
};

const arriveWithinMs = 60_000;
