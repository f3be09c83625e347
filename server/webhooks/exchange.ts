import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from "node:net";
import { TLSSocket } from "node:tls";
import type { AttemptError } from "../domain/webhooks/delivery";
import type { CheckedHost } from "./resolve";

/** One POST to a host that has been checked. */
export interface Post extends CheckedHost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
  /** Certificates to trust instead of the system's. */
  readonly ca: string | undefined;
}

/** ms each: until the connection stands with its TLS; then until the status is known; then for the body. */
export interface ExchangeTimeouts {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly bodyMs: number;
}

export type Exchanged =
  | { readonly statusCode: number; readonly body: Uint8Array<ArrayBuffer> }
  | { readonly error: AttemptError };

const maxHeaderBytes = 16_384;
const maxBodyBytes = 16_384;
const keptBodyBytes = 2_048;
/** Before the next of several addresses is tried. */
const perAddressMs = 1_500;

/**
 * Sends the POST over a connection of its own and reads the beginning of the answer, undecoded. The connection and
 * the timers are gone when the promise resolves; it never rejects.
 */
export function exchange(post: Post, timeouts: ExchangeTimeouts): Promise<Exchanged> {
  return new Promise((resolve) => {
    const request = open(post);
    const settle = (exchanged: Exchanged) => {
      stopClock();
      request.destroy();
      resolve(exchanged);
    };
    const late = () => settle({ error: "timeout" });
    let stopClock = startClock(timeouts.connectMs, late);
    const classOf = watch(request, () => {
      stopClock();
      stopClock = startClock(timeouts.answerMs, late);
    });
    const fail = (error: Error) => settle({ error: classOf(error) });
    request.on("error", fail);
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      settle({ statusCode: 101, body: new Uint8Array() });
    });
    request.on("information", () => {
      if ((request.socket?.bytesRead ?? 0) > maxHeaderBytes) settle({ error: "malformed_response" });
    });
    request.on("response", (response) => {
      stopClock();
      // The status stands, whatever becomes of the body.
      request.off("error", fail).on("error", () => {});
      const { statusCode = 0 } = response;
      void readStart(response, timeouts.bodyMs).then((body) => settle({ statusCode, body }));
    });
    request.end(post.body);
  });
}

/** What has arrived in time is read before `late` is called: a busy process of ours is no fault of the receiver. */
function startClock(ms: number, late: () => void): () => void {
  let lastLook: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    lastLook = setImmediate(late);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(lastLook);
  };
}

type SelectAddress = Pick<TcpSocketConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout">;

function open({ url, host, addresses, headers, ca }: Post): ClientRequest {
  const options: RequestOptions & SelectAddress = {
    method: "POST",
    host,
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: url.pathname + url.search,
    headers: { Host: url.host, ...headers },
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressMs,
  };
  if (url.protocol === "http:") return httpRequest(options);
  // An address is no server name; the certificate is then checked against the address.
  const servername = isIP(host) === 0 ? host : "";
  return httpsRequest({
    ...options,
    servername,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
}

/** A look-up whose only answer is what has been checked: nothing is asked a second time. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

/** Follows how far a request has come; what it returns says what an error at that point means. */
function watch(request: ClientRequest, onSent: () => void): (error: NodeJS.ErrnoException) => AttemptError {
  let stage: "connecting" | "handshake" | "sent" | "informed" = "connecting";
  const sent = () => {
    stage = "sent";
    onSent();
  };
  request.on("socket", (socket) => {
    if (socket instanceof TLSSocket) {
      socket.once("connect", () => {
        stage = "handshake";
      });
      socket.once("secureConnect", sent);
    } else socket.once("connect", sent);
  });
  request.on("information", () => {
    stage = "informed";
  });
  return ({ code = "" }) => {
    if (stage === "connecting") return "connection_failed";
    if (stage === "handshake") return "tls_error";
    return stage === "informed" || code.startsWith("HPE_") ? "malformed_response" : "connection_lost";
  };
}

/** The first 2 KiB of what comes in time; ends early when the answer does, breaks off or is too long. */
function readStart(response: IncomingMessage, bodyMs: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = () => {
      clearTimeout(timer);
      resolve(new Uint8Array(Buffer.concat(chunks, Math.min(length, keptBodyBytes))));
    };
    const timer = setTimeout(done, bodyMs);
    response.on("data", (chunk: Buffer) => {
      if (length < keptBodyBytes) chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBodyBytes) done();
    });
    response.on("error", done).on("close", done).on("end", done);
  });
}
