import type { IncomingMessage } from "node:http";

/**
 * Keeps the pieces of a body as they arrive. Returns a function that overwrites them with zeros, for a request that may
 * carry a card: what the framework has copied is collected as garbage, but these pieces lie in the buffers of the
 * connection for as long as it is open (D-320).
 */
export const keepBody = (req: IncomingMessage): (() => void) => {
  const pieces: Buffer[] = [];
  const push = req.push.bind(req);
  req.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    if (piece !== null) pieces.push(piece);
    return push(piece, encoding);
  };
  return () => {
    for (const piece of pieces.splice(0)) piece.fill(0);
  };
};
