import type { AppContext } from "@/server/context";
import { newId } from "@/server/domain/ids";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import { authorisePages } from "@/server/usecases/pages/authorise-pages";
import { findAuthorisation } from "@/server/usecases/pages/queries";

/**
 * Authorises the pages of its release in a sandbox, where no buyer pays, so that a first start raises no alert. In live
 * mode a person does it (D-293).
 */
export async function authoriseSandboxPages(ctx: AppContext): Promise<void> {
  if (ctx.env.mode !== "sandbox" || (await findAuthorisation(ctx))) return;
  const reason = "A sandbox authorises its own release at its start.";
  await authorisePages(ctx, { authorisedBy: "sandbox", reason });
  await writeAudit(ctx, {
    scope: "staff",
    actor: { kind: "system", id: null, name: "sandbox" },
    action: "page.authorise",
    actionId: newId(ctx.random, "action", ctx.clock.now()),
    subject: ctx.pages.released.digest.slice(0, 16),
    outcome: "done",
    code: null,
    detail: { reason },
    sourceIp: "terminal",
  });
}
