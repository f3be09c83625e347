import { days, plusMs } from "../clock";
import { parseAmountParameter } from "../money";
import { type PaymentStatus, paymentStates } from "../states";
import {
  type PaymentFilters,
  type PaymentSource,
  paymentSources,
  type RefundedState,
  refundedStates,
} from "./payment-filters";
import { holdsCardNumber, searchMax } from "./payment-search";

/**
 * The search and filters of a list of payments, as the address of the page has them. Null filters nothing. Amounts in
 * kuruş; days are whole days in Istanbul, `YYYY-MM-DD`.
 */
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

/** Reads the query of an address. Unknown and invalid parameters are ignored, so that an old address still works. */
export function readPaymentQuery(read: (name: string) => string | null): PaymentQuery {
  const search = read("q")?.trim() ?? "";
  const terminalId = read("terminal") ?? "";
  return {
    search: search === "" || holdsCardNumber(search) ? null : Array.from(search).slice(0, searchMax).join(""),
    status: findValue(paymentStates, read("status")),
    refunded: findValue(refundedStates, read("refunded")),
    source: findValue(paymentSources, read("source")),
    terminalId: /^\w{1,64}$/.test(terminalId) ? terminalId : null,
    amountFromKurus: parseAmountParameter(read("min")),
    amountToKurus: parseAmountParameter(read("max")),
    fromDay: readDay(read("from")),
    toDay: readDay(read("to")),
  };
}

/** Returns the parameters of the address of a query; without filters there are none. */
export function paymentParameters(query: PaymentQuery): URLSearchParams {
  const { search, status, refunded, source, terminalId, amountFromKurus, amountToKurus, fromDay, toDay } = query;
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

/** Converts the days of a query to instants (UTC); the last day is included as a whole. */
export const toPaymentFilters = ({
  search,
  fromDay,
  toDay,
  ...filters
}: PaymentQuery): PaymentFilters & { search: string | null } => ({
  ...filters,
  search,
  createdFrom: fromDay === null ? null : toDayStart(fromDay),
  createdTo: toDay === null ? null : plusMs(toDayStart(toDay), days(1)),
});

/** The names of the parameters of an address that filter. */
export const paymentParameterNames = "q status refunded source terminal min max from to".split(" ");

const findValue = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

/** Returns the start (UTC) of a day in Istanbul, which is three hours ahead of UTC all year. */
const toDayStart = (day: string): Date => new Date(`${day}T00:00:00.000+03:00`);

function readDay(text: string | null): string | null {
  if (text === null || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const start = toDayStart(text);
  const isOnCalendar =
    !Number.isNaN(start.getTime()) &&
    plusMs(start, days(1 / 8))
      .toISOString()
      .startsWith(text);
  return isOnCalendar ? text : null;
}
