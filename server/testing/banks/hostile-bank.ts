import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** The behaviour of a bank's host after a complete request has arrived. */
export type Behaviour = (socket: Socket) => void | Promise<void>;

/** Opens a host on a free port that answers with exactly the given bytes and counts its connections. */
export async function openHostileBank(behaviour: Behaviour) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    let seen = "";
    socket.on("data", (bytes) => {
      const before = isWhole(seen);
      seen += bytes.toString("latin1");
      if (!before && isWhole(seen)) void behaviour(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `127.0.0.1:${port}`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns whether the head and the announced body have arrived. */
function isWhole(request: string): boolean {
  const end = request.indexOf("\r\n\r\n");
  const length = Number(/^content-length: *(\d+)/im.exec(request)?.[1] ?? 0);
  return end >= 0 && request.length >= end + 4 + length;
}

/** Builds a normal HTTP answer, with the true length unless the headers contain another. */
export function answerWith(
  body: Uint8Array | string,
  headers: Record<string, string> = {},
  status = "200 OK",
): Behaviour {
  const bytes = Buffer.from(body);
  const all = { "Content-Type": "text/xml", "Content-Length": String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status}\r\n${lines.join("")}Connection: close\r\n\r\n`;
  return (socket) => void socket.end(Buffer.concat([Buffer.from(head), bytes]));
}
