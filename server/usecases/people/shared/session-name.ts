import { tokenHash } from "@/server/domain/ids";

/** Returns the public name of a session. The id itself is a secret and never leaves the server. */
export const sessionName = (sessionId: string): string => tokenHash(sessionId).toString("base64url").slice(0, 22);
