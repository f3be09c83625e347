import { initTRPC, type TRPCError } from "@trpc/server";
import superjson from "superjson";
import { listCardPlaces, maskMerchantTexts } from "@/server/domain/card-texts";
import { systemClock } from "@/server/domain/clock";
import { AppError, type Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { needsConfirmation } from "@/server/domain/people/sign-in";
import { type AuditActor, type NewAuditEntry, writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";
import { signedOutError, toAppError } from "../http/json-answer";
import type { CallerFacts } from "../http/request-facts";
import { fieldError } from "../http/validation";
import type { RateLimits } from "../limits/rate-limiter";
import { formatFailure, publicError, toCode, toTrpcError } from "./trpc-errors";

/** The part of a session that a door reads. */
export interface AnySession {
  readonly sessionId: string;
  readonly role: string;
  readonly confirmedAt: Date;
  readonly user: { readonly id: string; readonly email: string };
}

/** The context of one request to a door's procedures. */
export interface DoorContext<S extends AnySession> {
  readonly ctx: Ctx;
  /** The session; null when the request has none. */
  readonly session: S | null;
  readonly facts: CallerFacts;
  readonly language: Language;
  readonly limits: RateLimits;
  /** The reason to refuse every call of the request. */
  readonly refusal?: AppError | null | undefined;
}

export type AuditNote = Partial<Pick<NewAuditEntry, "subject" | "detail">>;

/** The declaration of a procedure: always exactly one permission. */
export interface ProcedureMeta<P extends string> {
  readonly access: P;
  /** Whether the password must have been given a short while ago (S32). */
  readonly requiresReauthentication: boolean;
}

export interface DoorSettings<S extends AnySession, P extends string> {
  may(session: S, permission: P): boolean;
  /** Returns the audit log to which an action belongs. */
  auditScope(session: S): string;
  /** Returns who acts, for the audit log. */
  actor(session: S): AuditActor;
}

/**
 * Creates the procedures of a door. Each checks a permission before it reads anything, and refuses card numbers in what
 * it reads; each change is written to the
 * audit log before it is made and again with its outcome; every failure has a code of the catalogue (R9).
 */
export function openTrpcDoor<S extends AnySession, P extends string>(settings: DoorSettings<S, P>) {
  const t = initTRPC
    .context<DoorContext<S>>()
    .meta<ProcedureMeta<P>>()
    .create({
      transformer: { serialize: superjson.serialize, deserialize: readInput },
      isDev: false,
      errorFormatter: ({ shape, error, ctx }) => formatFailure(shape, error, ctx),
    });

  const toEntry = (session: S, { facts, ctx }: DoorContext<S>, path: string) => ({
    scope: settings.auditScope(session),
    actor: settings.actor(session),
    action: path,
    actionId: newId(ctx.random, "action", ctx.clock.now()),
    sourceIp: facts.sourceIp,
  });

  /** Throws unauthorized, access_denied (which the audit log records, S16) and reauthentication_required. */
  const requirePermission = async (door: DoorContext<S>, meta: ProcedureMeta<P> | undefined, path: string) => {
    const { session, ctx, refusal, language } = door;
    if (refusal) throw refusal;
    if (!session) throw signedOutError(language);
    if (!meta) throw new AppError("internal_error", `${path} names no permission`);
    if (!settings.may(session, meta.access)) {
      const denial = { subject: null, outcome: "refused", code: "access_denied", detail: {} } as const;
      await writeAudit(ctx, { ...toEntry(session, door, path), ...denial });
      throw new AppError("access_denied", `${session.role} may not ${meta.access}`);
    }
    if (meta.requiresReauthentication && needsConfirmation(session.confirmedAt, systemClock.now())) {
      throw new AppError("reauthentication_required");
    }
    return session;
  };

  const signedIn = t.procedure.use(async ({ ctx: door, meta, path, getRawInput, next }) => {
    const session = await requirePermission(door, meta, path).catch((refusal) => {
      throw toTrpcError(toAppError(refusal, door.facts.traceId, door.ctx.log));
    });
    requireNoCard(await getRawInput(), door.language);
    const result = await next({ ctx: { ...door, session } });
    return result.ok ? withoutCards(result) : { ...result, error: publicError(result.error, door) };
  });

  const audited = signedIn.use(async ({ ctx: door, path, next }) => {
    const log = createActionAudit(door.ctx, toEntry(door.session, door, path));
    const result = await next({ ctx: { ...door, audit: log.audit } });
    if (result.ok) {
      await log.end(null);
      return result;
    }
    const error = publicError(result.error, door);
    await log.end(error);
    return { ...result, error };
  });

  return {
    router: t.router,
    mergeRouters: t.mergeRouters,
    createCallerFactory: t.createCallerFactory,
    /** Creates a procedure that only reads. */
    queryProcedure: (access: P) => signedIn.meta({ access, requiresReauthentication: false }),
    /** Creates a procedure that changes something. It must call `ctx.audit.begin` before the change. */
    mutationProcedure: (access: P, { requiresReauthentication = false }: { requiresReauthentication?: boolean } = {}) =>
      audited.meta({ access, requiresReauthentication }),
  };
}

/**
 * Refuses a card number in any text of an input, with its field, before a procedure reads it (S1, D-284). Being here,
 * the rule holds for every form and every filter, also for one that is added later.
 */
function requireNoCard(input: unknown, language: Language): void {
  const places = listCardPlaces(input);
  if (places.length === 0) return;
  const faults = places.map((path) => ({ path, problem: problem("card_number") }));
  throw toTrpcError(fieldError(faults, language));
}

/** Masks what an API request brought into a merchant's texts (D-15, D-284). */
const withoutCards = <Result extends { readonly data: unknown }>(result: Result): Result => ({
  ...result,
  data: maskMerchantTexts(result.data),
});

/**
 * Deserialises the input of a page, with amounts and instants. Unreadable input is the client's mistake:
 * validation_error.
 */
function readInput(sent: Parameters<typeof superjson.deserialize>[0]): unknown {
  try {
    return superjson.deserialize(sent);
  } catch (error) {
    throw toTrpcError(new AppError("validation_error", `The input cannot be read: ${error}`));
  }
}

/** Writes the audit entries of one action: one before it is done, and one with its outcome. */
function createActionAudit(ctx: Ctx, entry: Omit<NewAuditEntry, "subject" | "detail" | "outcome" | "code">) {
  const collected: { subject: string | null; detail: NewAuditEntry["detail"] } = {
    subject: null,
    detail: {},
  };
  let isBegun = false;
  return {
    audit: {
      /** Records the action and its subject; must be called before the action is done. */
      async begin(note: AuditNote): Promise<void> {
        Object.assign(collected, note);
        isBegun = true;
        await writeAudit(ctx, { ...entry, ...collected, outcome: "begun", code: null });
      },
      /** Adds facts that are known only after the action. */
      note: (note: AuditNote): void => void Object.assign(collected, note),
    },
    /** @param error null when the action succeeded */
    async end(error: TRPCError | null): Promise<void> {
      if (isBegun) {
        const outcome = error ? "refused" : "done";
        await writeAudit(ctx, { ...entry, ...collected, outcome, code: error ? toCode(error) : null });
      } else if (!error) {
        throw toTrpcError(new AppError("internal_error", `${entry.action} began no audit entry`));
      }
    },
  };
}
