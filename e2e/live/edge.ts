import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Where the requests of a host go: a port of this machine, with another `Host` and path where they differ there. */
interface Behind {
  readonly port: number;
  readonly host?: string;
  readonly toPath?: (path: string) => string;
}

/**
 * Starts the proxy that terminates TLS for all hosts of the walk, as an operator's proxy does for the product: it
 * passes the `Host` header on and appends the client's address to `X-Forwarded-For`.
 */
export async function startEdge(tls: { key: string; cert: string }, hosts: Readonly<Record<string, Behind>>) {
  const server = createServer(tls, (incoming, outgoing) => {
    const behind = hosts[incoming.headers.host ?? ""];
    if (behind) pass(incoming, outgoing, behind);
    else outgoing.writeHead(421).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, { port, host, toPath }: Behind): void {
  const { method = "GET", url = "/", headers, socket } = incoming;
  const forwardedFor = [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");
  const passed = request({
    host: "127.0.0.1",
    port,
    method,
    path: toPath ? toPath(url) : url,
    headers: { ...headers, "x-forwarded-for": forwardedFor, ...(host !== undefined && { host }) },
  });
  passed.on("response", (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  passed.on("error", () => outgoing.destroy());
  outgoing.on("close", () => passed.destroy());
  incoming.pipe(passed);
}
