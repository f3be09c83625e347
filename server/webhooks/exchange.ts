import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from "node:net";
import { TLSSocket } from "node:tls";
import type { DeliveryAttemptError } from "../domain/webhooks/delivery";
import type { CheckedHost } from "./resolve";

/** One POST to a host whose addresses have been checked. */
export interface Post extends CheckedHost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
  /** Certificates to trust instead of the system's. */
  readonly ca: string | undefined;
}

/** The time in ms for the connection with its TLS handshake, then for the status line, then for the body. */
export interface ExchangeTimeouts {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly bodyMs: number;
}

export type Exchanged =
  | { readonly statusCode: number; readonly body: Uint8Array<ArrayBuffer> }
  | { readonly error: DeliveryAttemptError };

const maxHeaderBytes = 16_384;
const maxBodyBytes = 16_384;
const keptBodyBytes = 2_048;
/** The time in ms after which the next of several addresses is tried. */
const perAddressMs = 1_500;

/**
 * Sends the POST over a new connection and reads the beginning of the answer without decoding it. The promise never
 * rejects, and the connection is closed and the timers are cleared when it resolves.
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
    const classifyError = watchProgress(request, () => {
      stopClock();
      stopClock = startClock(timeouts.answerMs, late);
    });
    const fail = (error: Error) => settle({ error: classifyError(error) });
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
      // The status decides the result, so errors while the body is read are ignored.
      request.off("error", fail).on("error", () => {});
      const { statusCode = 0 } = response;
      void readStart(response, timeouts.bodyMs).then((body) => settle({ statusCode, body }));
    });
    request.end(post.body);
  });
}

/**
 * Starts a timeout and returns a function that stops it. `late` is called only after data that arrived in time has been
 * read, because a busy process of ours is no fault of the receiver.
 */
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
    lookup: createPinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressMs,
  };
  if (url.protocol === "http:") return httpRequest(options);
  // An IP address must not be sent as a server name (SNI); the certificate is then checked against the address.
  const servername = isIP(host) === 0 ? host : "";
  return httpsRequest({
    ...options,
    servername,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
}

/** Creates a look-up that returns only the checked addresses, so the name is not resolved a second time. */
const createPinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

/** Watches the progress of a request and returns a function that classifies an error by the stage reached so far. */
function watchProgress(
  request: ClientRequest,
  onSent: () => void,
): (error: NodeJS.ErrnoException) => DeliveryAttemptError {
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

/** Returns the first 2 KiB of the body that arrives in time; stops when the body ends, breaks off or is too long. */
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
