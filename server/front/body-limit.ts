import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest body in bytes that the server reads. Handlers have much lower limits of their own (D-5). */
const bodyLimit = 1_048_576;

/** Returns whether the client announces a length above the limit. */
export const announcesTooMuch = (req: IncomingMessage): boolean =>
  Number(req.headers["content-length"] ?? 0) > bodyLimit;

/**
 * Limits the body that handlers can read. Data beyond the limit or after the answer is read and dropped, because a
 * client that is still sending would otherwise lose the answer, or the next call on its connection. After a second the
 * connection is cut.
 */
export const limitBody = (req: IncomingMessage, res: ServerResponse, onTooLarge: () => void): void => {
  let received = 0;
  let isUnwanted = false;
  const { socket } = req;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    received += chunk?.length ?? 0;
    if (chunk === null || (received <= bodyLimit && !isUnwanted)) return push(chunk, encoding);
    if (!isUnwanted && !res.headersSent) onTooLarge();
    isUnwanted = true;
    return true;
  };
  res.once("finish", () => {
    if (req.complete) return;
    isUnwanted = true;
    socket.resume();
    cutUnlessComplete(req, socket);
  });
};

/** Cuts the connection after a second, in which the client can finish its body and read the answer. */
export const cutUnlessComplete = (req: IncomingMessage, socket = req.socket): void => {
  setTimeout(() => {
    if (!req.complete) socket.destroy();
  }, 1000).unref();
};
