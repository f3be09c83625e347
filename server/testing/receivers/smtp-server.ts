import { createServer, type Socket } from "node:net";

/** A mail that the server has taken. */
interface TakenMail {
  readonly from: string;
  readonly to: string;
  /** The whole message with its headers. */
  readonly data: string;
}

/**
 * A small SMTP server on a port of its own (RFC 5321, without TLS). Its answers to commands can be replaced: by the
 * command's first word, `GREETING`, or `END` for the end of the message. An answer `hang` sends nothing, and `close`
 * ends the connection.
 */
export async function openSmtpServer(answers: Readonly<Record<string, string>> = {}) {
  const taken: TakenMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    converse(socket, { answers, commands, taken });
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Conversation {
  readonly answers: Readonly<Record<string, string>>;
  readonly commands: string[];
  readonly taken: TakenMail[];
}

const usual: Readonly<Record<string, string>> = {
  GREETING: "220 test ESMTP",
  EHLO: "250-test\r\n250 AUTH PLAIN",
  AUTH: "235 2.7.0 accepted",
  MAIL: "250 2.1.0 ok",
  RCPT: "250 2.1.5 ok",
  DATA: "354 go ahead",
  END: "250 2.0.0 queued",
  QUIT: "221 bye",
};

function converse(socket: Socket, { answers, commands, taken }: Conversation): void {
  let [from, to, buffer, isData] = ["", "", "", false];
  const answer = (word: string): void => {
    const text = answers[word] ?? usual[word] ?? "502 5.5.1 unknown";
    if (text === "close") socket.destroy();
    else if (text !== "hang") socket.write(`${text}\r\n`);
  };
  const takeData = (): boolean => {
    const end = buffer.indexOf("\r\n.\r\n");
    if (end < 0) return false;
    taken.push({ from, to, data: buffer.slice(0, end) });
    buffer = buffer.slice(end + 5);
    isData = false;
    answer("END");
    return true;
  };
  const takeLine = (): boolean => {
    const end = buffer.indexOf("\r\n");
    if (end < 0) return false;
    const line = buffer.slice(0, end);
    buffer = buffer.slice(end + 2);
    commands.push(line);
    const word = line.split(" ", 1)[0]?.toUpperCase() ?? "";
    if (word === "MAIL") from = /<([^>]*)>/.exec(line)?.[1] ?? "";
    if (word === "RCPT") to = /<([^>]*)>/.exec(line)?.[1] ?? "";
    if (word === "DATA") isData = (answers.DATA ?? usual.DATA ?? "").startsWith("354");
    answer(word);
    return true;
  };
  socket.on("data", (chunk) => {
    buffer += chunk.toString("latin1");
    while (isData ? takeData() : takeLine());
  });
  answer("GREETING");
}
