import { createServer, type Socket } from "node:net";

/**
 * Starts a fake Redis server with the commands that the rate limiter uses: greeting, counting script, reading and
 * deleting.
 * @param port without it, a free one
 */
export async function startFakeRedis(port = 0) {
  const counters = new Map<string, Counter>();
  const sockets = new Set<Socket>();
  let hanging = false;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    const answer = createAnswers(counters);
    let received = "";
    socket.on("data", (chunk) => {
      if (hanging) return;
      const { commands, rest } = parseCommands(received + chunk.toString());
      received = rest;
      for (const [command = "", ...args] of commands) socket.write(answer(command.toUpperCase(), args));
    });
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const address = server.address();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    hang: () => {
      hanging = true;
    },
    /** Answers again; what came meanwhile stays without an answer, so the connections of then are closed. */
    goOn: () => {
      hanging = false;
      end();
    },
    stop: () => {
      end();
      return new Promise((closed) => server.close(closed));
    },
  };
}

interface Counter {
  count: number;
  readonly endsAt: number;
}

/** Creates the answers to the commands of one connection. */
function createAnswers(counters: Map<string, Counter>) {
  const queued: string[] = [];
  const find = (key: string): Counter | undefined => {
    const counter = counters.get(key);
    return counter && counter.endsAt > Date.now() ? counter : undefined;
  };
  const count = (key: string, points: number, windowMs: number): string => {
    const counter = find(key) ?? { count: 0, endsAt: Date.now() + windowMs };
    counter.count += points;
    counters.set(key, counter);
    return `*2\r\n:${counter.count}\r\n:${counter.endsAt - Date.now()}\r\n`;
  };
  const read = (command: string, key: string): string => {
    const counter = find(key);
    if (command === "PTTL") return `:${counter ? counter.endsAt - Date.now() : -2}\r\n`;
    return counter ? bulk(String(counter.count)) : "_\r\n";
  };
  const inTransaction = (command: string, key: string): string => {
    if (command === "EXEC") return `*${queued.length}\r\n${queued.splice(0).join("")}`;
    if (command === "MULTI") return "+OK\r\n";
    queued.push(read(command, key));
    return "+QUEUED\r\n";
  };
  return (command: string, args: readonly string[]): string => {
    if (["MULTI", "GET", "PTTL", "EXEC"].includes(command)) return inTransaction(command, args[0] ?? "");
    if (command === "HELLO") return "%1\r\n$5\r\nproto\r\n:3\r\n";
    if (command === "INFO") return bulk("redis_version:7.4.0\r\nloading:0\r\n");
    if (command === "DEL") return `:${counters.delete(args[0] ?? "") ? 1 : 0}\r\n`;
    if (!command.startsWith("EVAL")) return "+OK\r\n";
    const [, , key = "", points = "1", seconds = "0"] = args;
    return count(key, Number(points), Number(seconds) * 1000);
  };
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Parses `*2\r\n$3\r\nGET\r\n$1\r\nk\r\n` to `[["GET", "k"]]`; the rest is a command that is not complete yet. */
function parseCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let at = 0;
  const readLine = (): string => {
    const end = text.indexOf("\r\n", at);
    if (end < 0) throw new RangeError("incomplete");
    const line = text.slice(at, end);
    at = end + 2;
    return line;
  };
  for (;;) {
    const begin = at;
    try {
      const parts = Array.from({ length: Number(readLine().slice(1)) }, () => {
        const length = Number(readLine().slice(1));
        const part = text.slice(at, at + length);
        if (text.length < at + length + 2) throw new RangeError("incomplete");
        at += length + 2;
        return part;
      });
      commands.push(parts);
    } catch {
      return { commands, rest: text.slice(begin) };
    }
  }
}
