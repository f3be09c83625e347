import { createServer, type Socket } from "node:net";

/** Starts a fake Redis server with the commands that the rate limiter uses: greeting, counting script and reading. */
export async function startFakeRedis() {
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let hanging = false;

  /** Answers the commands of a transaction: a count, and a window of a minute. */
  const read = (command: string, key: string): string => {
    const count = counts.get(key);
    if (command === "PTTL") return `:${count === undefined ? -2 : 60_000}\r\n`;
    return count === undefined ? "_\r\n" : bulk(String(count));
  };
  const queued: string[] = [];
  const inTransaction = (command: string, key: string): string => {
    if (command === "EXEC") return `*${queued.length}\r\n${queued.splice(0).join("")}`;
    if (command === "MULTI") return "+OK\r\n";
    queued.push(read(command, key));
    return "+QUEUED\r\n";
  };

  const answer = (command: string, args: readonly string[]): string => {
    if (["MULTI", "GET", "PTTL", "EXEC"].includes(command)) return inTransaction(command, args[0] ?? "");
    if (command === "HELLO") return "%1\r\n$5\r\nproto\r\n:3\r\n";
    if (command === "INFO") return bulk("redis_version:7.4.0\r\nloading:0\r\n");
    if (!command.startsWith("EVAL")) return "+OK\r\n";
    const [, , key = "", points = "1", seconds = "0"] = args;
    counts.set(key, (counts.get(key) ?? 0) + Number(points));
    return `*2\r\n:${counts.get(key)}\r\n:${Number(seconds) * 1000}\r\n`;
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (hanging) return;
      for (const [command = "", ...args] of parseCommands(chunk.toString())) {
        socket.write(answer(command.toUpperCase(), args));
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  return {
    url: `redis://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    hang: () => {
      hanging = true;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(closed));
    },
  };
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Parses `*2\r\n$3\r\nGET\r\n$1\r\nk\r\n` to `[["GET", "k"]]`. Commands are short, so each chunk has complete ones. */
const parseCommands = (text: string): string[][] =>
  text
    .split(/^\*\d+\r\n/m)
    .filter((part) => part !== "")
    .map((part) => part.split("\r\n").filter((_, line) => line % 2 === 1));
