import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Front } from "@/server/front/front";
import { createListener } from "@/server/front/listener";
import type { Runtime } from "@/server/front/runtime-handle";
import type { Log } from "@/server/log";
import { processGlobal } from "@/server/process-global";
import type { WebAnswer, WebRequest } from "@/server/request-store";

export type TestFront = {
  server: Server;
  port: number;
  host: string;
  lines: object[];
  close(): Promise<void>;
};

/** Opens a listener on a free port in front of a test's router and runtime. */
export const openFront = async (
  router: RequestListener,
  settings: Partial<Front> & { v1?: (request: WebRequest) => Promise<Response> } = {},
): Promise<TestFront> => {
  const lines: object[] = [];
  const hosts = new Set<string>();
  const { v1, ...front } = settings;
  processGlobal<Runtime>("runtime").value = {
    v1: async (request) => toWebAnswer((await v1?.(request)) ?? new Response("{}")),
    ready: async () => ({ database: true, migrations: true, jobs: true, installation: true }),
    close: async () => undefined,
  } satisfies Runtime;
  const server = createListener({
    origin: "api",
    address: "http://localhost",
    hosts,
    handoffOrigin: "http://127.0.0.1:3001",
    trustedProxies: { hops: 0, networks: [] },
    isDevelopment: false,
    log: {
      debug: (line: object) => lines.push({ level: "debug", ...line }),
      info: (line: object) => lines.push(line),
      error: (line: object) => lines.push(line),
    } as unknown as Log,
    router,
    isStopping: () => false,
    ...front,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`localhost:${port}`);
  return {
    server,
    port,
    host: `localhost:${port}`,
    lines,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const toWebAnswer = async (response: Response): Promise<WebAnswer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await response.text(),
});

/** A connection on which a test sends pieces of requests and reads one answer after the other. */
export type Conversation = {
  send(bytes: string): void;
  /** Resolves to the next answer, an interim one too; to null when the connection ends before it. */
  next(): Promise<Omit<RawAnswer, "hasClosed"> | null>;
  close(): void;
  /** Resolves when the connection has ended: null when the server ended it in order, else the error's code. */
  ended: Promise<string | null>;
};

/** Opens a connection that stays open between requests. */
export const converse = (port: number): Conversation => {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let text = "";
  let isOver = false;
  let wake = (): void => undefined;
  let code: string | null = null;
  const ended = new Promise<string | null>((resolve) => {
    socket.on("close", () => {
      isOver = true;
      wake();
      resolve(code);
    });
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    code = error.code ?? "";
  });
  socket.on("data", (part) => {
    text += part;
    wake();
  });
  return {
    ended,
    close: () => void socket.destroy(),
    send: (bytes) => void socket.write(bytes, "latin1"),
    async next() {
      while (!isWhole(text) && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      if (!isWhole(text)) return null;
      const [head = ""] = text.split("\r\n\r\n", 1);
      const end = head.length + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const body = text.slice(head.length + 4, end);
      text = text.slice(end);
      return { status: Number(head.split(" ")[1]), head, body };
    },
  };
};

export type RawAnswer = { status: number; head: string; body: string; hasClosed: boolean };

/**
 * Sends raw bytes and returns the first answer, and whether the server closed the connection within `closeMs` after it.
 */
export const sendRaw = (port: number, bytes: string, closeMs = 20): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    let text = "";
    let hasClosed = false;
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      const [head = "", body = ""] = text.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1] ?? 0), head, body, hasClosed });
    };
    let timer = setTimeout(done, 60_000);
    socket.setEncoding("latin1").on("data", (part) => {
      text += part;
      if (!isWhole(text) || /^connection: close/im.test(text)) return;
      clearTimeout(timer);
      timer = setTimeout(done, closeMs);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      hasClosed = true;
      done();
    });
  });

const isWhole = (text: string): boolean => {
  const end = text.indexOf("\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(text)?.[1];
  return end >= 0 && text.length - end - 4 >= Number(length ?? 0);
};
