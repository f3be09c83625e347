import type { IncomingMessage, ServerResponse } from "node:http";

/** Nothing larger is ever read (handlers refuse far less themselves, D-5). Bytes. */
export const bodyLimit = 1_048_576;

/** Whether the length that the client announces is beyond the limit. */
export const announcesTooMuch = (req: IncomingMessage): boolean =>
  Number(req.headers["content-length"] ?? 0) > bodyLimit;

/**
 * Cuts the connection when a body without a length grows beyond the limit, and when one is still arriving a second
 * after its answer was sent: the answer did not need it.
 */
export const limitBody = (req: IncomingMessage, res: ServerResponse, onTooLarge: () => void): void => {
  let received = 0;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    received += chunk?.length ?? 0;
    if (received <= bodyLimit) return push(chunk, encoding);
    if (!res.headersSent) onTooLarge();
    lingerThenCut(req);
    return false;
  };
  res.once("finish", () => {
    if (!req.complete) lingerThenCut(req);
  });
};

/** Time for the client to read the answer before its connection goes away. */
const lingerThenCut = (req: IncomingMessage): void => {
  setTimeout(() => {
    if (!req.complete) req.socket.destroy();
  }, 1000).unref();
};
