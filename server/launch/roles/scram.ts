import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/** The iterations that PostgreSQL uses. */
const iterations = 4_096;

/**
 * Computes what PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803), so that the password itself is in no
 * statement and thus in no log of the database. The password has printable ASCII characters only.
 */
export function toScramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const sign = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(sign("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${sign("Server Key").toString("base64")}`;
}
