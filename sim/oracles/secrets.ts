import { testCards } from "@/server/sandbox/bank/cards";
import type { Oracle } from "./oracle";

/** No number of a card is in any row, log line, message to a merchant or answer. */
export const noCardNumbers: Oracle = {
  name: "card numbers",
  async find({ world }) {
    const { rows: tables } = await world.control.query<{ name: string }>(`
      select format('%I.%I', nspname, relname) as name
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname in ('public', 'simulator') and relkind = 'r' and pg_relation_size(pg_class.oid) > 0 order by 1`);
    const contents = tables.map(({ name }) => `select '${name}' as place, t::text as text from ${name} t`);
    const pans = testCards.map(({ pan }) => pan);
    const { rows } = await world.control.query<{ place: string }>(
      `select place from (${contents.join(" union all ")}) rows
        where text ~ '[0-9]{15}|(3[0-9]){15}' and text ~ $1`,
      // Bytes are written as hexadecimal digits. The first expression is cheap, and few rows fit it.
      [pans.flatMap((pan) => [pan, Buffer.from(pan).toString("hex")]).join("|")],
    );
    const holds = (text: string): boolean => pans.some((pan) => text.includes(pan));
    return [
      ...rows.map(({ place }) => `a row of ${place} has the number of a card`),
      ...world.notes.logged
        .filter(({ text }) => holds(text))
        .map(({ text }) => `a log line has it: ${text.slice(0, 80)}`),
      ...world.receivers.notices.filter(({ body }) => holds(body)).map(({ deliveryId }) => `${deliveryId} has it`),
      ...world.history.calls
        .filter(({ answer }) => holds(serialize(answer?.body)))
        .map(({ number }) => `answer ${number}`),
    ];
  },
};

const serialize = (value: unknown): string => JSON.stringify(value) ?? "";
