import type { Mutant } from "../mutant";

const rules = "prisma/migrations/20261128210000_statements/migration.sql";

/** Sabotages of statements: how entries are dated, what is stored of days, and how months are closed. */
export const statementMutants: readonly Mutant[] = [
  {
    name: "late-entry-in-a-closed-month",
    what: "A refund that is entered after its month was closed is dated into the month, so November's statement changes.",
    edits: [
      {
        file: rules,
        find: "RETURN CASE WHEN v_open > p_at THEN greatest(p_now, v_open) ELSE p_at END;",
        replace: "RETURN p_at;",
      },
    ],
  },
  {
    name: "late-entry-by-a-clock-behind",
    what: "A late entry is dated to the present of a process whose clock is behind, which is still in the closed month.",
    edits: [{ file: rules, find: "greatest(p_now, v_open)", replace: "p_now" }],
  },
  {
    name: "stored-day-stays",
    what: "The stored sum of a day stays when a refund of that day is entered later, so the balance of all later days is wrong.",
    edits: [
      {
        file: rules,
        find: "WHERE partner_id = NEW.partner_id AND book = NEW.book AND day =",
        replace: "WHERE false AND partner_id = NEW.partner_id AND book = NEW.book AND day =",
      },
    ],
  },
  {
    name: "month-closes-without-the-lock",
    what: "A month is closed without waiting for the refunds that are being entered, so one of them is in no figures.",
    edits: [
      {
        file: "server/usecases/statements/close-month.ts",
        find: "  await lockPartner(tx, partnerId);\n",
        replace: "",
      },
      {
        file: "server/usecases/statements/close-month.ts",
        find: 'import { lockPartner } from "@/server/store/people/team";\n',
        replace: "",
      },
    ],
  },
];
