import { closeAlerts, type NewAlert, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { raiseContradiction } from "@/server/usecases/payouts/shared/raise-contradiction";
import { generateCode, newPerson, setUpAuthenticator } from "./people";
import type { TestWorld } from "./world";

/** Creates two people of staff with authenticator apps. */
export async function newStaffPair(world: TestWorld) {
  const [first, second] = [await newStaff(world), await newStaff(world)];
  return { first, second };
}

/** Raises a contradiction between bank and books about a payment, which holds the payment. */
export const createContradiction = ({ ctx, db }: TestWorld, paymentCode: string): Promise<void> =>
  inTx(db, (tx) =>
    raiseContradiction(ctx, tx, {
      kind: "refund_without_record",
      subject: paymentCode,
      detail: "Its history is not what the books hold",
      paymentCode,
    }),
  );

/** Creates a person of staff with an authenticator app. */
async function newStaff({ ctx, db }: TestWorld) {
  const { id, email, person } = await newPerson(ctx, "staff");
  const { secret } = await setUpAuthenticator(ctx, person);
  return {
    id,
    email,
    /** Returns an address and a code. It resets the last used code, so that a test does not wait for the next one. */
    prove: async () => {
      await db.prisma.staffUser.update({ where: { id }, data: { totpLastStep: null } });
      return { email, code: generateCode(secret) };
    },
  };
}

/** Raises an alert for staff. Returns whether it was not open before. */
export const raiseTestAlert = ({ db, clock }: TestWorld, alert: NewAlert): Promise<boolean> =>
  raiseAlert(db.prisma, alert, clock.now());

/** Closes the alerts of a kind about a subject, as what settles them does. */
export const settleTestAlert = ({ db, clock }: TestWorld, { kind, subject }: Omit<NewAlert, "detail">): Promise<void> =>
  closeAlerts(db.prisma, { kinds: [kind], subjects: [subject] }, clock.now());
