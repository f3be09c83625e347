import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { createTransport } from "nodemailer";
import { failed, fine, type InstallationCheck, warning } from "@/server/domain/operations/installation-check";
import {
  judgeAddresses,
  judgeCertificates,
  judgeDisk,
  judgeProxies,
  type OriginCertificate,
} from "@/server/domain/operations/judge-installation";
import { isInNetworks } from "@/server/domain/web/ip-network";
import type { Env, FunctionsEngine } from "@/server/env";
import { loopback } from "@/server/env-forms";
import { readCertificate } from "./read-certificate";
import { connectToRedis } from "./redis";

/**
 * Examines what lies around the database (D-326): addresses, proxies, Redis, the Inngest server, certificates, disk
 * and mail. Each look has a deadline of a few seconds. Never rejects.
 */
export async function examineSurroundings(env: Env): Promise<InstallationCheck[]> {
  const isLive = env.mode === "live";
  const looks = await Promise.all([
    isLive ? judgeAddresses(listOpen(env)) : null,
    isLive ? judgeProxies(env.trustedProxies.hops) : null,
    env.redisUrl === undefined ? null : examineRedis(env.redisUrl),
    examineFunctions(env.functions),
    isLive ? examineCertificates(Object.values(env.origins).filter((origin) => origin.startsWith("https:"))) : null,
    examineDisk(env.log.file === undefined ? env.auditHeads.file : env.log.file),
    isLive ? examineMail(env.smtp) : null,
  ]);
  return looks.filter((look) => look !== null);
}

const isOpen = (address: string): boolean => !isInNetworks(address, loopback);

const listOpen = ({ addresses, adminAddresses }: Env) => ({
  public: addresses.filter(isOpen),
  admin: adminAddresses.filter(isOpen),
});

async function examineRedis(url: string): Promise<InstallationCheck> {
  const redis = connectToRedis(url, { log: silent });
  try {
    await redis.ready();
    return fine("redis", "It answers, and the limits are shared.");
  } catch (error) {
    const advice = "Each process counts the limits for itself until it answers. Check REDIS_URL.";
    return failed("redis", error instanceof Error ? error.message : "It does not answer.", advice);
  } finally {
    redis.client.disconnect();
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The longest wait for one look, ms. */
const lookMs = 5_000;

/** An Inngest server answers at its address; the keys are checked by the registration, which the log reports. */
async function examineFunctions(engine: FunctionsEngine): Promise<InstallationCheck> {
  if (engine.kind === "embedded") return fine("functions", "They run in the web processes.");
  if (engine.kind === "cloud") return fine("functions", "They run in Inngest's cloud, and its calls are signed.");
  const { origin } = new URL(engine.baseUrl);
  try {
    await fetch(origin, { signal: AbortSignal.timeout(lookMs), redirect: "manual" });
  } catch (error) {
    const advice = "The web processes do the due work meanwhile, webhooks up to 90 s late. Check INNGEST_BASE_URL.";
    return failed("functions", `The Inngest server at ${origin} does not answer: ${causeOf(error)}.`, advice);
  }
  if (engine.kind === "server") return fine("functions", `The Inngest server at ${origin} answers; calls are signed.`);
  return warning(
    "functions",
    `The Inngest server at ${origin} answers, and its calls are not signed.`,
    "Use it for development only.",
  );
}

async function examineCertificates(origins: readonly string[]): Promise<InstallationCheck> {
  const looks = [...new Set(origins)].map(async (origin): Promise<OriginCertificate> => {
    try {
      const validUntil = await readCertificate(new URL(origin), lookMs);
      return { origin, daysLeft: Math.floor((validUntil.getTime() - Date.now()) / dayMs), problem: null };
    } catch (error) {
      return { origin, daysLeft: null, problem: causeOf(error) };
    }
  });
  return judgeCertificates(await Promise.all(looks));
}

const dayMs = 86_400_000;

async function examineDisk(file: string): Promise<InstallationCheck> {
  for (let path = dirname(file); ; path = dirname(path)) {
    try {
      const { bavail, bsize } = await statfs(path);
      return judgeDisk({ path, freeBytes: bavail * bsize });
    } catch (error) {
      // A folder that is made later lies on the disk of its parent.
      if (path === dirname(path))
        return warning("disk", `It cannot be examined: ${causeOf(error)}.`, "Check DATA_DIR.");
    }
  }
}

async function examineMail(smtp: Env["smtp"]): Promise<InstallationCheck> {
  if (smtp === undefined) {
    return warning(
      "mail",
      "No mail leaves, so nobody can be invited, prove an address, or be warned.",
      "Set SMTP_URL and MAIL_FROM.",
    );
  }
  const timeouts = { connectionTimeout: lookMs, greetingTimeout: lookMs, dnsTimeout: lookMs, socketTimeout: lookMs };
  const transport = createTransport({ url: smtp.url.reveal(), ...timeouts });
  try {
    await transport.verify();
    return fine("mail", "The mail server accepts the sign-in.");
  } catch (error) {
    const advice = "Check SMTP_URL. Mails wait for 24 hours at most.";
    return failed("mail", `The mail server refuses: ${causeOf(error)}.`, advice);
  } finally {
    transport.close();
  }
}

/** The innermost code or message of an error, without addresses that hold passwords. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
