import { AppError } from "@/server/domain/errors";

/** Throws method_not_allowed for whatever does more than read. */
export function requireReading(method: string): void {
  if (method === "GET" || method === "HEAD") return;
  throw new AppError("method_not_allowed", undefined, { allow: ["GET", "HEAD"] });
}
