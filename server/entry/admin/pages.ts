import type { Ctx } from "@/server/usecases/ctx";
import { authorisePages } from "@/server/usecases/pages/authorise-pages";
import { checkPages } from "@/server/usecases/pages/check-pages";
import { getPagesState, type PageState } from "@/server/usecases/pages/queries";
import { type AdminCommand, NotPassed, requireOption } from "./command";
import { withAudit } from "./with-audit";

/** The commands for the integrity of the buyers' pages (S3, S4). */
export const pagesCommands: readonly AdminCommand[] = [
  {
    name: "pages authorise",
    parameters: [],
    options: [{ name: "reason", value: "TEXT" }],
    help: "authorises the buyers' pages of this release, after they were reviewed",
    async run(ctx, _, options) {
      const reason = requireOption(options, "reason");
      const { digest } = ctx.pages.released;
      const action = { scope: "staff", action: "page.authorise", subject: digest.slice(0, 16), detail: { reason } };
      await withAudit(ctx, action, () => authorisePages(ctx, { authorisedBy: "operator", reason }));
      return [`The pages of this release (${digest}) are authorised.`];
    },
  },
  {
    name: "pages check",
    parameters: [],
    help: "compares the buyers' pages with the inventory now; the exit code is 1 where one differs",
    async run(ctx) {
      const findings = await checkPages(ctx);
      const lines = findings.flatMap(({ page, result, differences }) => [
        `${page}: ${result}`,
        ...differences.map((difference) => `  ${difference}`),
      ]);
      if (findings.some(({ result }) => result !== "equal")) throw new NotPassed(lines);
      return lines;
    },
  },
  {
    name: "pages",
    parameters: [],
    help: "says whether the buyers' pages of this release are authorised, and how the last check ended",
    run: describePages,
  },
];

async function describePages(ctx: Ctx): Promise<string[]> {
  const { digest, authorisation, pages } = await getPagesState(ctx);
  const { authorisedAt, authorisedBy, reason } = authorisation ?? {};
  return [
    `This release's pages: ${digest}`,
    authorisation
      ? `Authorised ${authorisedAt?.toISOString()} by ${authorisedBy}: ${reason}`
      : 'Not authorised. Review them, then run: npm run admin -- pages authorise --reason "…"',
    ...pages.filter(({ isCompared }) => isCompared).flatMap(describePage),
  ];
}

const describePage = ({ page, last }: PageState): string[] =>
  last
    ? [`${page}: ${last.result} ${last.at.toISOString()}`, ...last.differences.map((one) => `  ${one}`)]
    : [`${page}: not checked yet`];
