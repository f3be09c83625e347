import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The contents of a running sandbox's `sandbox.json`, and its folder. */
export interface Sandbox {
  readonly apiUrl: string;
  readonly panelUrl: string;
  readonly payUrl: string;
  readonly bankUrl: string;
  /** An owner of the database, who may read and change everything. */
  readonly databaseUrl: string;
  /** The role with which the product works (D-304). */
  readonly applicationDatabaseUrl: string;
  readonly sandboxKey: string;
  readonly otp: string;
  readonly partners: Readonly<Record<PartnerName, Partner>>;
  readonly cards: readonly Card[];
  readonly staff: readonly User[];
  /** The folder with its data and its log. */
  readonly dataDir: string;
}

type PartnerName =
  | "demo"
  | "other"
  | "suspended"
  | "closed"
  | "held"
  | "linksDisabled"
  | "amountLimited"
  | "hostRestricted";

export interface Partner {
  readonly partnerId: string;
  readonly apiKeys: readonly [string, string];
  readonly webhookSecret: string;
  readonly terminals: Readonly<Record<TerminalName, string>>;
  readonly users: readonly User[];
}

/** A user who can sign in. */
export interface User {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  /** The secret of the authenticator app of a seeded person (D-67). */
  readonly totpSecret?: string;
}

export type TerminalName =
  | "default"
  | "garanti"
  | "posnet"
  | "payfor"
  | "alternate"
  | "direct"
  | "inactive"
  | "singleOnly"
  | "installmentsOnly"
  | "domesticOnly"
  | "creditOnly"
  | "limited"
  | "virtualPosInactive"
  | "pspInactive"
  | "netBasis";

export interface Card {
  readonly pan: string;
  readonly expireMonth: string;
  readonly expireYear: string;
  readonly cv2: string;
  readonly brand: string | null;
  readonly family: string;
  readonly bank: string;
  readonly outcome: string;
}

/** Reads the `sandbox.json` that the environment variable names, or the one in `.data`. */
export function openSandbox(variable: "E2E_SANDBOX" | "E2E_LIMITS_SANDBOX" | "E2E_LINK_LIMITS_SANDBOX"): Sandbox {
  const file = resolve(process.env[variable] ?? ".data/sandbox.json");
  if (!existsSync(file)) throw new Error(`No instance is running: ${file} is missing (${variable}).`);
  return { ...JSON.parse(readFileSync(file, "utf8")), dataDir: dirname(file) };
}
