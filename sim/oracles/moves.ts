import { chargebackTable } from "@/server/domain/chargebacks/chargeback-states";
import {
  attemptTable,
  deliveryTable,
  linkTable,
  moneyReturnTable,
  paymentTable,
  payoutTable,
  refundTable,
  type StateTable,
} from "@/server/domain/states";
import type { WatchedTable } from "../world/moves";
import type { Oracle } from "./oracle";

const tables: Readonly<Record<WatchedTable, StateTable<string>>> = {
  payment: paymentTable,
  attempt: attemptTable,
  payment_link: linkTable,
  refund: refundTable,
  money_return: moneyReturnTable,
  webhook_delivery: deliveryTable,
  payout: payoutTable,
  chargeback: chargebackTable,
};

interface Row {
  readonly record: WatchedTable;
  readonly row_id: string;
  readonly before: string | null;
  readonly after: string;
}

/** Every committed change of a status is a row of the state tables, and every record begins with the first status. */
export const statesObeyed: Oracle = {
  name: "state tables",
  async find({ world }) {
    const { rows } = await world.control.query<Row>("select record, row_id, before, after from sim.move order by id");
    return rows
      .filter(({ record, before, after }) => {
        const { initial, moves } = tables[record];
        const isMove = (from: string): boolean => moves.some((move) => move.from === from && move.to === after);
        // A record may be written after its first move: an attempt at a bank without a preparation.
        return before === null ? after !== initial && !isMove(initial) : !isMove(before);
      })
      .map(({ record, row_id, before, after }) => `${record} ${row_id} went from ${before ?? "nothing"} to ${after}`);
  },
};
