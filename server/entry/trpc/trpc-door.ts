import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ZodError } from "zod";
import { systemClock } from "@/server/domain/clock";
import { AppError, type ErrorCode, type Language, statusOf, wordsOf } from "@/server/domain/errors";
import { fieldSentence } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { needsConfirmation } from "@/server/domain/people/sign-in";
import type { Ctx } from "@/server/usecases/ctx";
import { type AuditActor, type NewAuditEntry, writeAudit } from "@/server/usecases/people/write-audit";
import type { Facts } from "../http/http";
import { signedOut, toAppError } from "../http/http";
import { fieldError } from "../http/validation";
import type { RateLimits } from "../limits/rate-limiter";

/** What a door needs to know of whoever is signed in. */
export interface AnySession {
  readonly sessionId: string;
  readonly role: string;
  readonly confirmedAt: Date;
  readonly user: { readonly id: string; readonly email: string };
}

/** One request to a door of procedures. */
export interface DoorContext<S extends AnySession> {
  readonly ctx: Ctx;
  /** Null: nobody is signed in. */
  readonly session: S | null;
  readonly facts: Facts;
  readonly language: Language;
  readonly limits: RateLimits;
  /** Why the whole request is refused, whatever it asks for. */
  readonly refusal?: AppError | null | undefined;
}

export type AuditNote = Partial<Pick<NewAuditEntry, "subject" | "detail">>;

/** What a procedure is built with: one permission, always. */
export interface ProcedureMeta<P extends string> {
  readonly access: P;
  /** Weighs so much that the password must have been given a short while ago (S32). */
  readonly isWeighty: boolean;
}

export interface DoorSettings<S extends AnySession, P extends string> {
  may(session: S, permission: P): boolean;
  /** Whose audit log an action belongs to. */
  auditScope(session: S): string;
  readonly actorKind: AuditActor["kind"];
}

/**
 * The procedures of a door: each asks for a permission before anything is read; each change is written to the audit log
 * before it is done and again with its outcome; every failure leaves as a code of the catalogue (rule 9).
 */
export function openTrpcDoor<S extends AnySession, P extends string>(settings: DoorSettings<S, P>) {
  const t = initTRPC
    .context<DoorContext<S>>()
    .meta<ProcedureMeta<P>>()
    .create({
      transformer: { serialize: superjson.serialize, deserialize: readInput },
      isDev: false,
      errorFormatter: ({ shape, error, ctx }) => shapeOf(shape, error, ctx),
    });

  const entryOf = (session: S, { facts, ctx }: DoorContext<S>, path: string) => ({
    scope: settings.auditScope(session),
    actor: { kind: settings.actorKind, id: session.user.id, name: session.user.email },
    action: path,
    actionId: newId("action", ctx.clock.now()),
    sourceIp: facts.sourceIp,
  });

  /** Throws unauthorized, access_denied (which is on record, S16) and reauthentication_required. */
  const requirePermission = async (
    door: DoorContext<S>,
    meta: ProcedureMeta<P> | undefined,
    path: string,
  ) => {
    const { session, ctx, refusal, language } = door;
    if (refusal) throw refusal;
    if (!session) throw signedOut(language);
    if (!meta) throw new AppError("internal_error", `${path} names no permission`);
    if (!settings.may(session, meta.access)) {
      const denial = { subject: null, outcome: "refused", code: "access_denied", detail: {} } as const;
      await writeAudit(ctx, { ...entryOf(session, door, path), ...denial });
      throw new AppError("access_denied", `${session.role} may not ${meta.access}`);
    }
    if (meta.isWeighty && needsConfirmation(session.confirmedAt, systemClock.now())) {
      throw new AppError("reauthentication_required");
    }
    return session;
  };

  const signedIn = t.procedure.use(async ({ ctx: door, meta, path, next }) => {
    const session = await requirePermission(door, meta, path).catch((refusal) => {
      throw trpcError(toAppError(refusal, door.facts.traceId, door.ctx.log));
    });
    const result = await next({ ctx: { ...door, session } });
    return result.ok ? result : { ...result, error: publicError(result.error, door) };
  });

  const audited = signedIn.use(async ({ ctx: door, path, next }) => {
    const log = auditOf(door.ctx, entryOf(door.session, door, path));
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
    /** A procedure that reads. */
    read: (access: P) => signedIn.meta({ access, isWeighty: false }),
    /** One that changes something: it calls `ctx.audit.begin` before it does. */
    act: (access: P, { isWeighty = false }: { isWeighty?: boolean } = {}) =>
      audited.meta({ access, isWeighty }),
  };
}

/** What a page sent, with its amounts and instants; whatever cannot be read is the sender's mistake. */
function readInput(sent: Parameters<typeof superjson.deserialize>[0]): unknown {
  try {
    return superjson.deserialize(sent);
  } catch (error) {
    throw trpcError(new AppError("validation_error", `The input cannot be read: ${error}`));
  }
}

/** The entries of one action: what is about to be done, and what became of it. */
function auditOf(ctx: Ctx, entry: Omit<NewAuditEntry, "subject" | "detail" | "outcome" | "code">) {
  const noted: { subject: string | null; detail: NewAuditEntry["detail"] } = { subject: null, detail: {} };
  let isBegun = false;
  return {
    audit: {
      /** Says what is about to be done, to what; before it is done. */
      async begin(note: AuditNote): Promise<void> {
        Object.assign(noted, note);
        isBegun = true;
        await writeAudit(ctx, { ...entry, ...noted, outcome: "begun", code: null });
      },
      /** Adds what became known by doing it. */
      note: (note: AuditNote): void => void Object.assign(noted, note),
    },
    /** @param error null: it was done */
    async end(error: TRPCError | null): Promise<void> {
      if (isBegun) {
        const outcome = error ? "refused" : "done";
        await writeAudit(ctx, { ...entry, ...noted, outcome, code: error ? codeOf(error) : null });
      } else if (!error) {
        throw trpcError(new AppError("internal_error", `${entry.action} began no audit entry`));
      }
    },
  };
}

/** A failure with a code of the catalogue; what nobody expected goes to the log. */
function publicError(error: TRPCError, { facts, language, ctx }: DoorContext<AnySession>): TRPCError {
  const { cause } = error;
  if (cause === undefined) return error;
  if (cause instanceof ZodError) return trpcError(badInput(cause, language));
  const ours = cause instanceof AppError ? undefined : ownCodes[error.code];
  if (ours) return trpcError(new AppError(ours));
  return trpcError(toAppError(cause, facts.traceId, ctx.log));
}

const badInput = ({ issues }: ZodError, language: Language): AppError =>
  fieldError(
    issues.map(({ path, message }) => ({ path, problem: message })),
    language,
  );

const codeOf = (error: TRPCError): ErrorCode =>
  error.cause instanceof AppError ? error.cause.code : "internal_error";

/** An error of ours as the library carries it, with the status of its code. */
export const trpcError = (cause: AppError): TRPCError =>
  new TRPCError({
    code: codeByStatus[statusOf(cause.code)] ?? "INTERNAL_SERVER_ERROR",
    cause,
    message: cause.code,
  });

const codeByStatus: Readonly<Record<number, TRPCError["code"]>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** What a failure tells the browser: the catalogue's code, its sentence, the trace id, and nothing internal. */
function shapeOf<S extends AnySession>(
  { code }: { code: number },
  error: TRPCError,
  door: DoorContext<S> | undefined,
) {
  const failure = asAppError(error, door?.language ?? "tr");
  const { retryAfterSeconds = null, problem = null } = failure.details;
  return {
    code,
    message: sentenceOf(failure, door?.language ?? "tr"),
    data: {
      code: failure.code,
      problem: problem?.split(" ")[0] ?? null,
      httpStatus: statusOf(failure.code),
      traceId: door?.facts.traceId ?? null,
      retryAfterSeconds,
    },
  };
}

const sentenceOf = ({ code, details: { message, problem } }: AppError, language: Language): string =>
  message ?? (problem === undefined ? wordsOf(code, language) : fieldSentence(problem, language));

/** The library's own refusals have codes of ours, too. */
function asAppError({ cause, code }: TRPCError, language: Language): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof ZodError) return badInput(cause, language);
  const ours = ownCodes[code];
  return new AppError(ours ?? "internal_error");
}

const ownCodes: Readonly<Partial<Record<TRPCError["code"], ErrorCode>>> = {
  PARSE_ERROR: "validation_error",
  BAD_REQUEST: "validation_error",
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
  PAYLOAD_TOO_LARGE: "payload_too_large",
};
