import { type KeptMail, listKeptMail } from "@/server/store/mail/sandbox-mail";
import type { Ctx } from "../ctx";

export type { KeptMail };

/** The largest number of mails that one answer lists. */
const listedMax = 500;

/** Lists the newest mails that would have left the sandbox, at most 500, all or those to an address in any case. */
export const listSandboxMail = (ctx: Ctx, { to }: { readonly to: string | null }): Promise<KeptMail[]> =>
  listKeptMail(ctx.db, ctx.vault, to?.trim().toLowerCase() ?? null, listedMax);
