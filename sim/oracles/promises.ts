import type { Promised } from "../actors/deal";
import type { Oracle } from "./oracle";

/**
 * What buyers were shown is true at the end: who was shown a success has paid, and who was shown a failure of a payment
 * has not.
 */
export const promisesKept: Oracle = {
  name: "promises to buyers",
  async find({ world, plan }) {
    const payments = await readStatuses("select id, status::text as status from payment");
    const links = await readStatuses("select id, status::text as status from payment_link");
    const broken = (subject: string, status: string | undefined, promised: readonly Promised[]): string[] =>
      promised
        .filter(({ result }) => result === "success" && status !== "captured" && status !== "completed")
        .map(({ result, step }) => `${subject} is ${status}, and its buyer was shown ${result} at step ${step}`);
    const untrue = (subject: string, status: string | undefined, promised: readonly Promised[]): string[] =>
      promised
        .filter(({ result }) => result === "failure" && status === "captured")
        .map(({ step }) => `${subject} is ${status}, and its buyer was shown a failure at step ${step}`);
    return [
      ...plan.payments.flatMap(({ payment, promised }) => {
        if (!payment) return [];
        const { paymentCode } = payment;
        const status = payments.get(paymentCode);
        return [...broken(paymentCode, status, promised), ...untrue(paymentCode, status, promised)];
      }),
      ...plan.links.flatMap(({ link, promised }) => (link ? broken(link.id, links.get(link.id), promised) : [])),
    ];

    async function readStatuses(query: string): Promise<ReadonlyMap<string, string>> {
      const { rows } = await world.control.query<{ id: string; status: string }>(query);
      return new Map(rows.map(({ id, status }) => [id, status]));
    }
  },
};
