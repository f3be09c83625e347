import { sessionLimits } from "@/server/domain/people/sign-in";
import type { Tx } from "../db";

export interface NewViewing {
  readonly id: string;
  /** The session of the member of staff. */
  readonly sessionId: string;
  readonly partnerId: string;
  readonly reason: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

export const insertViewing = (tx: Tx, viewing: NewViewing) => tx.partnerViewing.create({ data: viewing });

/** A viewing that has ended, with its member of staff. */
export interface EndedViewing {
  readonly viewingId: string;
  readonly partnerId: string;
  readonly staffId: string;
  /** The address from which the member of staff signed in. */
  readonly sourceIp: string;
  readonly endedAt: Date;
}

/** Ends the viewing of a session, if there is one (compare-and-set). */
export const endViewingOfSession = (tx: Tx, sessionId: string, now: Date): Promise<EndedViewing[]> =>
  tx.$queryRaw<EndedViewing[]>`
    update partner_viewing v set ended_at = least(${now}, v.expires_at)
      from sign_in_session s
     where v.session_id = ${sessionId} and v.ended_at is null and s.id = v.session_id
    returning v.id as "viewingId", v.partner_id as "partnerId", s.staff_user_id as "staffId",
              s.source_ip as "sourceIp", v.ended_at as "endedAt"`;

/**
 * Ends the viewings whose half hour is over, and those whose session has ended, has expired or was idle for too long
 * (compare-and-set). Each ends at the instant at which it stopped being valid.
 */
export const endLapsedViewings = (tx: Tx, now: Date): Promise<EndedViewing[]> =>
  tx.$queryRaw<EndedViewing[]>`
    update partner_viewing v set ended_at = lapse.at
      from (select o.id, s.staff_user_id, s.source_ip,
                   least(o.expires_at, s.ended_at, s.expires_at,
                         s.last_seen_at + make_interval(secs => ${sessionLimits.staff.idleMs / 1000})) as at
              from partner_viewing o join sign_in_session s on s.id = o.session_id
             where o.ended_at is null) lapse
     where v.id = lapse.id and v.ended_at is null and lapse.at <= ${now}
    returning v.id as "viewingId", v.partner_id as "partnerId", lapse.staff_user_id as "staffId",
              lapse.source_ip as "sourceIp", v.ended_at as "endedAt"`;
