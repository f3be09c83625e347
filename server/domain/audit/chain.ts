import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What the hash of an entry of the audit log covers, besides the hash of the entry before it. */
interface ChainedEntry {
  readonly id: string;
  /** An account's id, or `staff`. */
  readonly scope: string;
  /** 1, 2, 3 … within the scope. */
  readonly number: bigint;
  readonly at: Date;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly actionId: string;
  readonly subject: string | null;
  readonly outcome: string;
  readonly code: string | null;
  /** The JSON text exactly as it is stored. */
  readonly detail: string;
  readonly sourceIp: string;
}

export interface AuditKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** The keys of the audit log's chain (D-300). They are never in the database. */
export interface AuditKeys {
  /** The names of the keys; the first one signs. */
  readonly keyIds: readonly string[];
  /** Returns the hash of a new entry: an HMAC-SHA-256 over it and the hash of the entry before it. */
  sign(
    entry: ChainedEntry,
    previousHash: Uint8Array,
  ): { readonly keyId: string; readonly hash: Uint8Array<ArrayBuffer> };
  /** Returns whether the hash of an entry is genuine, and `key_missing` where its key is not in the list. */
  check(entry: ChainedEntry, previousHash: Uint8Array, keyId: string, hash: Uint8Array): SignatureState;
}

type SignatureState = "genuine" | "forged" | "key_missing";

/** Creates the keys of the chain. The first key signs and all keys check, so a key is replaced by a new first one. */
export function createAuditKeys(keys: readonly AuditKey[]): AuditKeys {
  const [first] = keys;
  if (!first) throw new Error("The audit log needs at least one key");
  return {
    keyIds: keys.map(({ id }) => id),
    sign: (entry, previousHash) => ({ keyId: first.id, hash: computeMac(first, entry, previousHash) }),
    check(entry, previousHash, keyId, hash) {
      const key = keys.find(({ id }) => id === keyId);
      if (!key) return "key_missing";
      return areEqual(hash, computeMac(key, entry, previousHash)) ? "genuine" : "forged";
    },
  };
}

/** Names this form of a signed text, so that another form can never be taken for it. */
const form = "audit-entry-1";

function computeMac({ id, key }: AuditKey, entry: ChainedEntry, previousHash: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([
    form,
    id,
    Buffer.from(previousHash).toString("hex"),
    entry.scope,
    String(entry.number),
    entry.at.getTime(),
    entry.id,
    entry.actorKind,
    entry.actorId,
    entry.actorName,
    entry.action,
    entry.actionId,
    entry.subject,
    entry.outcome,
    entry.code,
    entry.detail,
    entry.sourceIp,
  ]);
  return Uint8Array.from(createHmac("sha256", key).update(text).digest());
}

/**
 * Returns whether the hash of an entry from before the keys follows from its text and the entry before it. Anybody can
 * compute such a hash, so it counts only below a seal (D-301).
 */
const isUnkeyedHash = (text: string, previousHash: Uint8Array, hash: Uint8Array): boolean =>
  areEqual(hash, createHash("sha256").update(previousHash).update(text).digest());

const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** The action of the entry that ends the entries without a key in a log: its own hash covers them all (D-301). */
export const sealAction = "audit.seal";

/** An entry as it is stored, for the verification. */
export interface StoredEntry extends ChainedEntry {
  /** Null in entries from before the keys. */
  readonly keyId: string | null;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
  /** What the hash of an entry without a key covers; null where it has one. */
  readonly unkeyedText: string | null;
}

/** Why an entry breaks the chain of its log. */
export type ChainFault =
  /**
   * The number or the hash of the entry before it is another one: entries are missing here, or the one before changed.
   */
  | "does_not_follow"
  /** Its hash is not that of its content. */
  | "changed"
  /** The key of its hash is not among the given keys. */
  | "key_missing"
  /** It has no key although an earlier entry has one, or no seal ends the entries without a key. */
  | "without_key";

/** Checks the entries of one log in the order of their numbers. */
export interface ChainCheck {
  /** The number of entries so far. */
  readonly count: bigint;
  /** The newest hash so far. */
  readonly head: Uint8Array;
  readonly fault: { readonly number: bigint; readonly why: ChainFault } | null;
  add(entry: StoredEntry): void;
  /** Finds entries without a key at the end of the log, which no seal covers. */
  end(): void;
}

export function createChainCheck(keys: AuditKeys): ChainCheck {
  const log: LogSoFar = { count: 0n, number: 0n, head: new Uint8Array(), unsealed: null, hasKeyedEntry: false };
  let fault: ChainCheck["fault"] = null;
  return {
    get count() {
      return log.count;
    },
    get head() {
      return log.head;
    },
    get fault() {
      return fault;
    },
    add(entry) {
      const why = fault ? null : findFault(keys, log, entry);
      if (why) fault = { number: why === "without_key" ? (log.unsealed ?? entry.number) : entry.number, why };
      if (entry.keyId === null) log.unsealed ??= entry.number;
      else Object.assign(log, { unsealed: null, hasKeyedEntry: true });
      Object.assign(log, { count: log.count + 1n, number: entry.number, head: entry.hash });
    },
    end() {
      if (!fault && log.unsealed !== null) fault = { number: log.unsealed, why: "without_key" };
    },
  };
}

/** What the entries before the next one have shown. */
interface LogSoFar {
  count: bigint;
  /** The number of the newest entry. */
  number: bigint;
  head: Uint8Array;
  /** The first entry without a key that no seal covers yet; null above a seal and where there is none. */
  unsealed: bigint | null;
  hasKeyedEntry: boolean;
}

function findFault(keys: AuditKeys, log: LogSoFar, entry: StoredEntry): ChainFault | null {
  const follows = entry.number === log.number + 1n && areEqual(entry.previousHash, log.head);
  if (!follows) return "does_not_follow";
  if (entry.keyId === null) return findUnkeyedFault(log, entry);
  const state = keys.check(entry, entry.previousHash, entry.keyId, entry.hash);
  if (state !== "genuine") return state === "forged" ? "changed" : "key_missing";
  return log.unsealed !== null && entry.action !== sealAction ? "without_key" : null;
}

function findUnkeyedFault(log: LogSoFar, { unkeyedText, previousHash, hash }: StoredEntry): ChainFault | null {
  if (log.hasKeyedEntry) return "without_key";
  return isUnkeyedHash(unkeyedText ?? "", previousHash, hash) ? null : "changed";
}
