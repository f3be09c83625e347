import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The largest body in bytes that the framework's handlers can read. They have much lower limits of their own (D-5). */
const bodyLimit = 1_048_576;

/** The time in ms in which a client can finish its body after the answer. */
const lingerMs = 1_000;

/** Returns whether the client announces a length above the limit. */
export const announcesTooMuch = (req: IncomingMessage): boolean =>
  Number(req.headers["content-length"] ?? 0) > bodyLimit;

/** Returns whether a body follows the header. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Limits the body that handlers can read. Data beyond the limit or after the answer is read and dropped, because a
 * client that is still sending would otherwise lose the answer, or the next call on its connection. After a second the
 * connection is cut, so that the rest of a body is never read as another request.
 * @param onTooLarge answers a body above the limit; null where the handler reads no more than its own limit
 */
export const limitBody = (req: IncomingMessage, res: ServerResponse, onTooLarge: (() => void) | null): void => {
  if (!hasBody(req)) return;
  let received = 0;
  let isUnwanted = false;
  let isAnsweredEarly = false;
  const { socket } = req;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    received += chunk?.length ?? 0;
    const isWithin = onTooLarge === null || received <= bodyLimit;
    if (chunk === null || (isWithin && !isUnwanted)) return push(chunk, encoding);
    if (!isUnwanted && !res.headersSent) onTooLarge?.();
    isUnwanted = true;
    return true;
  };
  res.once("prefinish", () => {
    isAnsweredEarly = !req.complete;
    // Node would destroy a connection that ends with this answer. What the client is still sending would then reset it,
    // and the client might never read the answer.
    if (isAnsweredEarly) socket.destroySoon = () => socket.end();
  });
  res.once("finish", () => {
    if (!isAnsweredEarly) return;
    Reflect.deleteProperty(socket, "destroySoon");
    isUnwanted = true;
    dropRest(req, socket);
  });
};

const dropRest = (req: IncomingMessage, socket: Socket): void => {
  const isEnding = socket.writableEnded;
  socket.resume();
  setTimeout(() => {
    if (isEnding || !req.complete) socket.destroy();
  }, lingerMs).unref();
};
