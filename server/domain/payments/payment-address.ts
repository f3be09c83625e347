import { days, plusMs } from "../clock";
import { maxAmountKurus } from "../money";
import { type PaymentStatus, paymentStates } from "../states";
import { holdsCardNumber, searchMax } from "./payment-search";
import {
  type PaymentFilters,
  type PaymentSource,
  paymentSources,
  type RefundedState,
  refundedStates,
} from "./payment-selection";

/** What a list of payments is asked for, as people choose it. Amounts kuruş; days are whole days in Istanbul, `YYYY-MM-DD`. */
export interface PaymentQuery {
  readonly search: string | null;
  readonly status: PaymentStatus | null;
  readonly refunded: RefundedState | null;
  readonly source: PaymentSource | null;
  readonly terminalId: string | null;
  readonly amountFromKurus: bigint | null;
  readonly amountToKurus: bigint | null;
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

/** The query that an address holds; what is no part of one is left out, so that an old address still opens. */
export function readPaymentQuery(read: (name: string) => string | null): PaymentQuery {
  const search = read("q")?.trim() ?? "";
  const terminalId = read("terminal") ?? "";
  return {
    search: search === "" || holdsCardNumber(search) ? null : Array.from(search).slice(0, searchMax).join(""),
    status: oneOf(paymentStates, read("status")),
    refunded: oneOf(refundedStates, read("refunded")),
    source: oneOf(paymentSources, read("source")),
    terminalId: /^\w{1,64}$/.test(terminalId) ? terminalId : null,
    amountFromKurus: kurusIn(read("min")),
    amountToKurus: kurusIn(read("max")),
    fromDay: dayIn(read("from")),
    toDay: dayIn(read("to")),
  };
}

/** The parameters that say a query again; none where nothing is narrowed. */
export function paymentParameters(query: PaymentQuery): URLSearchParams {
  const { search, status, refunded, source, terminalId, amountFromKurus, amountToKurus, fromDay, toDay } =
    query;
  const parameters = { q: search, status, refunded, source, terminal: terminalId };
  const ranges = {
    min: amountFromKurus?.toString(),
    max: amountToKurus?.toString(),
    from: fromDay,
    to: toDay,
  };
  return new URLSearchParams(
    Object.entries({ ...parameters, ...ranges }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** The same in instants. */
export const filtersOf = ({
  search,
  fromDay,
  toDay,
  ...filters
}: PaymentQuery): PaymentFilters & { search: string | null } => ({
  ...filters,
  search,
  createdFrom: fromDay === null ? null : startOf(fromDay),
  createdTo: toDay === null ? null : plusMs(startOf(toDay), days(1)),
});

/** Every parameter of an address that narrows. */
export const paymentParameterNames = "q status refunded source terminal min max from to".split(" ");

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

/** Istanbul is three hours ahead of UTC all year. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00.000+03:00`);

function dayIn(text: string | null): string | null {
  if (text === null || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const start = startOf(text);
  const isOnCalendar =
    !Number.isNaN(start.getTime()) &&
    plusMs(start, days(1 / 8))
      .toISOString()
      .startsWith(text);
  return isOnCalendar ? text : null;
}

const kurusIn = (text: string | null): bigint | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) && BigInt(text) <= maxAmountKurus ? BigInt(text) : null;
