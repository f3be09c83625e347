import type { IncomingMessage, ServerResponse } from "node:http";

/** Nothing larger is ever read (handlers refuse far less themselves, D-5). Bytes. */
export const bodyLimit = 1_048_576;

/** Whether the length that the client announces is beyond the limit. */
export const announcesTooMuch = (req: IncomingMessage): boolean =>
  Number(req.headers["content-length"] ?? 0) > bodyLimit;

/**
 * Reads a body no further than the limit. What arrives beyond it, or after the answer, is read off and dropped: a client
 * that is still sending would otherwise lose the answer, or the next call on its connection. After a second it is cut.
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

/** Gives the client a second to come to the end of its body and to read the answer. */
export const cutUnlessComplete = (req: IncomingMessage, socket = req.socket): void => {
  setTimeout(() => {
    if (!req.complete) socket.destroy();
  }, 1000).unref();
};
