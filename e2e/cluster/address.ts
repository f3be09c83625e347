import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * An address that stays while the server behind it changes, as a virtual address, a name or a proxy in front of a
 * database does. The driver of PostgreSQL takes one host only (D-382).
 */
export async function openAddress(firstTarget: number) {
  let target = firstTarget;
  let delayMs = 0;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target, "127.0.0.1");
    pass(incoming, outgoing, () => 0);
    pass(outgoing, incoming, () => delayMs);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Leads new connections to another port, and ends those that are open. */
    moveTo(port: number): void {
      target = port;
      for (const socket of open) socket.destroy();
    },
    /** Holds each answer of the server back for this time from now on, ms, as a slow network does. */
    delay(ms: number): void {
      delayMs = ms;
    },
    close(): void {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

export type Address = Awaited<ReturnType<typeof openAddress>>;

/** Passes on what one side sends, in its order, each piece after the delay of its time. */
function pass(from: Socket, to: Socket, readDelayMs: () => number): void {
  let before = Promise.resolve();
  const later = (work: () => void): void => {
    const dueAt = performance.now() + readDelayMs();
    before = before.then(async () => {
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      work();
    });
  };
  from.setNoDelay();
  from.on("data", (piece) =>
    later(() => {
      if (!to.write(piece)) from.pause();
    }),
  );
  to.on("drain", () => from.resume());
  from.on("end", () => later(() => to.end()));
}
