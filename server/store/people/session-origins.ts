import type { Tx } from "../db";
import { type Person, toPersonColumns } from "./sign-in-sessions";

/** From where a session began. */
export interface SessionOrigin {
  readonly sourceIp: string;
  readonly userAgent: string;
}

export const findSessionOrigin = (tx: Tx, sessionId: string): Promise<SessionOrigin | null> =>
  tx.signInSession.findUnique({ where: { id: sessionId }, select: { sourceIp: true, userAgent: true } });

/** Lists from where a person's latest kept sessions began, at most 200. */
export const listSessionOrigins = (tx: Tx, person: Person): Promise<SessionOrigin[]> =>
  tx.signInSession.findMany({
    where: toPersonColumns(person),
    select: { sourceIp: true, userAgent: true },
    orderBy: { createdAt: "desc" },
    take: 200,
  });
