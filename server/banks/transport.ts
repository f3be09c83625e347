import { Agent, buildConnector, type Dispatcher, request } from "undici";
import type { UnknownCause, WireRequest, WireResponse } from "./bank";
import { maxMessageBytes } from "./wire";

/**
 * Sends one request to a bank, once, without following redirects. It never rejects. A simulation of the network
 * replaces it (D-385).
 */
export type Transport = (wire: WireRequest, options: SendOptions) => Promise<Sent>;

interface SendOptions {
  /** The limit for the whole exchange, in ms. */
  readonly totalMs: number;
  /** Called after connecting, before a byte is sent; false or an error ends the sending (cause `withdrawn`). */
  readonly maySend?: () => Promise<boolean>;
}

/** The result of sending: an answer to decode, or the cause why there is none, with the response if one came. */
export type Sent = (
  | { readonly response: WireResponse }
  | { readonly response: WireResponse | null; readonly cause: UnknownCause }
) & {
  /** The code of the network's error, for example `ECONNREFUSED`; `TIMEOUT` when the time was over. */
  readonly failure?: string;
  /** The header `Date` of the response. */
  readonly bankTime?: Date | null;
};

/**
 * Creates the transport over HTTP. Its deadlines are those of real sockets, so they come from the machine and not from
 * the context's `RealTime`.
 * @param connectMs the limit for connecting, TLS included, in ms
 */
export function createTransport(connectMs: number): Transport {
  const connect = buildConnector({ timeout: connectMs });
  const agent = createAgent(connect);
  return (wire, { totalMs, maySend }) =>
    maySend ? sendUnlessWithdrawn(wire, createAgent(connect, maySend), totalMs) : send(wire, agent, totalMs);
}

async function send(wire: WireRequest, dispatcher: Dispatcher, totalMs: number): Promise<Sent> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    const { headers, body } = wire;
    const answer = await request(wire.url, { method: "POST", headers, body, dispatcher, signal });
    const response = {
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      body: await answer.body.bytes(),
    };
    const bankTime = readDate(answer.headers.date);
    return response.status === 200 ? { response, bankTime } : { response, bankTime, cause: "http_status" };
  } catch (error) {
    if (error instanceof Withdrawn) return { response: null, cause: "withdrawn" };
    const failure = signal.aborted ? "TIMEOUT" : readErrorCode(error);
    if (error instanceof NotConnected) return { response: null, cause: "connection", failure };
    return { response: null, cause: signal.aborted ? "timeout" : "unreadable", failure };
  }
}

function readDate(header: string | string[] | undefined): Date | null {
  const date = new Date(String(header));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Returns the code of an error or of its cause; an empty text when there is none. */
function readErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error.cause !== undefined) return readErrorCode(error.cause);
  return "code" in error ? String(error.code) : "";
}

/** Sends on a dispatcher that only this call uses, because its connection runs the call's `maySend`. */
async function sendUnlessWithdrawn(wire: WireRequest, dispatcher: Agent, totalMs: number): Promise<Sent> {
  try {
    return await send(wire, dispatcher, totalMs);
  } finally {
    await dispatcher.destroy();
  }
}

/** Thrown for any failure before the connection is established, the TLS handshake included. */
class NotConnected extends Error {}

/** Thrown when `maySend` refuses after the connection was established. */
class Withdrawn extends Error {}

/** Keeps no connection open: a connection that the bank had closed meanwhile would leave a capture unknown. */
function createAgent(connect: buildConnector.connector, maySend = async (): Promise<boolean> => true): Agent {
  return new Agent({
    pipelining: 0,
    maxResponseSize: maxMessageBytes,
    connect: (target, done) =>
      connect(target, async (...[error, socket]) => {
        if (error !== null) return done(new NotConnected(error.message, { cause: error }), null);
        if (await maySend().catch(() => false)) return done(null, socket);
        socket.destroy();
        return done(new Withdrawn("The caller withdrew the call before it was sent"), null);
      }),
  });
}
