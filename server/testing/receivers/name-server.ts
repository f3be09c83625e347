import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

/** The answer for a name: its addresses, a server error, or no answer at all. */
export type Knowledge = readonly string[] | "fails" | "silent";

export interface TestNameServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  close(): Promise<void>;
}

const recordTypes: Partial<Record<number, "ipv4" | "ipv6">> = { 1: "ipv4", 28: "ipv6" };
const serverFailure = 2;
const nameError = 3;

/** Starts a name server on a free loopback port, which knows only the given names. */
export async function startTestNameServer(names: Record<string, Knowledge>): Promise<TestNameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, sender) => {
    const question = readQuestion(query);
    const known = names[question.name];
    if (known !== "silent") socket.send(answerTo(query, question, known), sender.port, sender.address);
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => void (await once(socket.close(), "close")),
  };
}

interface Question {
  readonly name: string;
  readonly type: number;
  /** The position in the query where the question ends. */
  readonly end: number;
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  while (query.readUInt8(at) > 0) {
    const length = query.readUInt8(at);
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, { type, end }: Question, known: readonly string[] | "fails" | undefined) {
  const addresses = (known === "fails" ? [] : (known ?? [])).map((address) => ipaddr.parse(address));
  const wanted = addresses.filter((address) => address.kind() === recordTypes[type]);
  const code = known === "fails" ? serverFailure : known === undefined ? nameError : 0;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(wanted.length, 6);
  head.writeUInt32BE(0, 8);
  const records = wanted.map((address) => {
    const data = address.toByteArray();
    const nameOfQuestion = [0xc0, 12];
    const dayInSeconds = [0, 1, 0x51, 0x80];
    return Buffer.from([...nameOfQuestion, 0, type, 0, 1, ...dayInSeconds, 0, data.length, ...data]);
  });
  return Buffer.concat([head, ...records]);
}
