import type { Plan } from "../actors/part";
import type { World } from "../world/world";

/** What an oracle judges: the world, and what each person in it had to do. */
export interface Judged {
  readonly world: World;
  readonly plan: Plan;
}

/** Finds what must never be. Each finding is one sentence with its evidence. */
export interface Oracle {
  readonly name: string;
  find(judged: Judged): Promise<readonly string[]> | readonly string[];
}

/** Makes an oracle of queries, each of which finds the rows that break a rule. They are asked in one statement. */
export function queryOracle(name: string, queries: Readonly<Record<string, string>>): Oracle {
  const parts = Object.entries(queries).map(
    ([rule, query]) =>
      `select '${rule.replaceAll("'", "''")}' as rule, to_json(broken)::text as row from (${query}) broken`,
  );
  const text = parts.join("\nunion all\n");
  return {
    name,
    async find({ world }) {
      const { rows } = await world.control.query<{ rule: string; row: string }>({ name, text });
      return rows.map(({ rule, row }) => `${rule}: ${row}`);
    },
  };
}

/** Asks an oracle only in simulations whose banks write day-end files, because it can find nothing in the others. */
export const onlyWithDayFiles = ({ name, find }: Oracle): Oracle => ({
  name,
  find: (judged) => (judged.plan.bankDays ? find(judged) : []),
});
