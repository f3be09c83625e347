import { connect } from "node:net";

/** Writes these bytes to an origin and reads until it closes the connection or is silent for `silenceMs`. */
export function converse(origin: string, bytes: string | Uint8Array, silenceMs = 1_500): Promise<string> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    const done = () => resolve(Buffer.concat(chunks).toString("latin1"));
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("close", done);
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
  });
}

/** Returns the statuses of all responses in a received text. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.[01] (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
